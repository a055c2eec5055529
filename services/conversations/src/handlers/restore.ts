import { canonicalId, conversationNodeId, OperationError } from '@agent-mem/contract';
import { activeAgain, storedInvocation } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { type Conversation, conversationOf, conversationWrite, liveConversation } from '../domain/conversation.ts';
import { messageMessage } from '../domain/message.ts';
import { conversationNode } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { restoreContents } from '../lifetime/restore-contents.ts';
import { type SaidWith, saidWith } from '../lifetime/said-with.ts';
import { withOwnSummary } from '../summaries/with-summaries.ts';
import { conversationsByMessage } from '../view/shown-elsewhere.ts';

/** Makes a conversation, with what was deleted with it, or one message active again. What is active stays as it is. */
export async function restore(request: Request<'restore'>, context: Context): Answer<'restore'> {
  const messageId = canonicalId('msg', request.id);
  const ids = [conversationNodeId(request.id), ...(messageId === null ? [] : [messageId])];
  const nodes = await context.graph.get(context.scope, ids);
  // A message goes by its bare UUID too, unless a conversation is called so.
  const [only] = nodes.length === 1 ? nodes : [];
  return only?.kind === 'Message'
    ? restoreMessage(await activeAgain(only, context), context)
    : restoreConversation(request.id, context);
}

async function restoreMessage(node: GraphNode, context: Context): Answer<'restore'> {
  const { clock, graph, index, metrics, scope, signal } = context;
  const [conversation] = await conversationsByMessage(graph, scope)(node);
  if (!conversation) throw await unshown(node, context);
  const view = { toolCalls: false, reasoning: true, weights: false };
  const isRestorable = node.status !== 'ACTIVE';
  const answer = {
    conversation: await withOwnSummary(conversation, context),
    message: messageMessage({ ...node, status: 'ACTIVE' }, view),
    message_count: isRestorable ? 1 : 0,
  };
  if (!isRestorable) return answer;
  const { calls, invocation } = await expiredWith(node, conversation, context);
  const now = new Date(clock.now()).toISOString();
  const again = [node, ...calls, ...(invocation ? [invocation] : [])];
  const writes = again.map(({ version, ...seen }) => {
    return { ...seen, status: 'ACTIVE', dueAt: null, updatedAt: now, expectedVersion: version, record: 'restored' } as const;
  });
  await graph.commit(scope, { nodes: writes }, answer);
  metrics.memories('Message', 1);
  if (invocation) metrics.memories('Invocation', 1);
  await index(scope, [node.id], { signal });
  return answer;
}

/** Why a message that no conversation shows is not restored. */
async function unshown({ conversationId }: GraphNode, { graph, scope }: Context): Promise<OperationError> {
  const name = conversationId ?? '';
  const own = await conversationNode(graph, scope, name);
  return new OperationError(
    'failed-precondition',
    own && liveConversation(own)
      ? `id: the message is of an earlier conversation ${name}, which was deleted; the one of today does not show it`
      : `id: the message is of conversation ${name}, which is deleted or not here; restore that`,
  );
}

/**
 * What expired with a message. Its invocation comes back with the last of its messages, since it says what all of them said, and not where
 * another conversation alone shows them: none shows an invocation of another.
 */
async function expiredWith(node: GraphNode, shownBy: Conversation, { graph, scope }: Context): Promise<SaidWith> {
  const { calls, invocation } = await saidWith(graph, scope, node);
  const expired = calls.filter(({ status }) => status === 'EXPIRED');
  if (invocation?.status !== 'EXPIRED' || shownBy.id !== node.conversationId) return { calls: expired, invocation: null };
  const ids = storedInvocation.read(invocation.properties).message_ids ?? [];
  const messages = await graph.get(scope, ids);
  const isWhole = messages.every(({ id, status }) => id === node.id || status !== 'EXPIRED');
  return { calls: expired, invocation: isWhole ? invocation : null };
}

/** Its contents first: until its own node is written it is still gone for every caller, and a restore that breaks off can be repeated. */
async function restoreConversation(id: string, context: Context): Answer<'restore'> {
  const { clock, config, graph, metrics, scope } = context;
  const node = await conversationNode(graph, scope, id);
  if (!node) throw new OperationError('not-found', `Conversation ${id} not found`);
  const live = liveConversation(node);
  if (live && live.state !== 'archived') {
    return { conversation: await withOwnSummary(live, context), message_count: 0 };
  }
  const conversation = conversationOf(node);
  if (node.status === 'ACTIVE' && !live) {
    throw new OperationError('unavailable', `Conversation ${id} is being deleted; ask again in a moment`);
  }

  const message_count = live ? 0 : await restoreContents(context, conversation);
  const now = new Date(clock.now()).toISOString();
  const restored = {
    ...conversation,
    state: conversation.ended_at === null ? 'active' : 'ended',
    archived_by: null,
    deleted_at: null,
  } as const;
  const shown = { ...restored, version: restored.version + 1, updated_at: now };
  const answer = { conversation: await withOwnSummary(shown, context), message_count };
  await graph.commit(scope, { nodes: [conversationWrite(restored, now, config.CONVERSATION_IDLE_SECONDS)] }, answer);
  if (!live) metrics.memories('Conversation', 1);
  return answer;
}
