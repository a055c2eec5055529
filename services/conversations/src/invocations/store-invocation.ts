import { conversationNodeId, type InvocationCompleted } from '@agent-mem/contract';
import { noteUses } from '@agent-mem/retention';
import { conflictsRetried, turnFor } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { appendMessages } from '../domain/append.ts';
import { conversationOf, conversationWrite, liveConversation, openConversation } from '../domain/conversation.ts';
import { exchangeOf } from '../domain/exchange.ts';
import { addInvocation, changedInvocation, isExchangeStored } from '../domain/invocation.ts';
import type { NewMessage } from '../domain/message.ts';
import { invocationSummary } from '../domain/summary/invocation-summary.ts';
import { conversationNode } from '../find-conversation.ts';
import type { Context } from '../handler.ts';

/** What storing an invocation needs: a request has it, and an event too. */
export type StoringContext = Pick<
  Context,
  'clock' | 'config' | 'graph' | 'index' | 'keyValue' | 'log' | 'metrics' | 'scope' | 'signal'
>;

/** An invocation that has ended. */
export interface EndedInvocation {
  readonly conversationId: string;
  /** ISO 8601. */
  readonly endedAt: string;
  readonly completed: InvocationCompleted;
}

/**
 * Stores what an invocation did, in the words of rules, and what was said in it, once, even if it is reported again: in one commit, and its node says so.
 * A conversation that was deleted after the invocation had ended stays deleted.
 */
export async function storeInvocation(ended: EndedInvocation, context: StoringContext): Promise<void> {
  const { clock, index, keyValue, log, scope, signal } = context;
  const stored = await conflictsRetried(signal, () => commitUnlessStored(ended, context));
  if (stored === null) return;
  await noteUses(keyValue, scope, ended.completed.injected_ids, clock.now()).catch((err: unknown) =>
    log.warn({ err }, 'the memories that an invocation used could not be counted'),
  );
  await index(
    scope,
    stored.map((message) => message.id),
    { signal },
  );
}

/** The node of an invocation, also of a deleted one. */
export async function invocationNode(
  id: string,
  { graph, scope }: Pick<Context, 'graph' | 'scope'>,
): Promise<GraphNode | undefined> {
  const [node] = await graph.get(scope, [id]);
  return node;
}

/** What was said, which is stored now, unless the conversation is gone; `null`: it was stored before, or another was faster. */
async function commitUnlessStored(
  { conversationId, endedAt, completed }: EndedInvocation,
  context: StoringContext,
): Promise<readonly NewMessage[] | null> {
  const { clock, config, graph, metrics, scope } = context;
  const { invocation_id: id, extract_facts: learns, flow } = completed;
  // A client may have sent this invocation by Update before.
  const known = await invocationNode(id, context);
  if (isExchangeStored(known)) return null;
  const messages = exchangeOf(completed, endedAt, clock.now());
  const now = new Date(clock.now()).toISOString();
  const node = await openNode(conversationId, context);
  if (node && wasDeletedAfter(node, endedAt)) return messages;

  const open = openConversation(node?.conversationId ?? conversationId, node, now);
  await turnFor(...messages.map(({ content }) => content));
  const appended = appendMessages(scope, { ...open, flow }, messages, now, { embeds: config.EMBED_MESSAGES });
  await turnFor(...messages.map(({ content }) => content));
  const message_ids = messages.map((message) => message.id);
  const invocation = { id, ...invocationSummary(completed, null), timestamp: endedAt, message_ids, learns };
  const added = known
    ? { conversation: appended.conversation, nodes: [changedInvocation(known, { message_ids, learns }, now)], edges: [] }
    : addInvocation(appended.conversation, invocation, now);
  // The caller may say that nothing is to be made of the conversation as a whole.
  const idleSeconds = completed.metadata.conversation_end === 'never' ? null : config.CONVERSATION_IDLE_SECONDS;
  await graph.commit(scope, {
    nodes: [conversationWrite(added.conversation, now, idleSeconds), ...appended.nodes, ...added.nodes],
    edges: [...appended.edges, ...added.edges],
    events: appended.events,
  });
  metrics.memories('Message', messages.length);
  if (!liveConversation(node)) metrics.memories('Conversation', 1);
  if (!known) metrics.memories('Invocation', 1);
  return messages;
}

/**
 * The node of the conversation; of one that was merged since, that of the conversation that shows it now. Where stored conversations are
 * merged in a circle, the last of them takes the exchange and is merged no more.
 */
async function openNode(id: string, { graph, scope }: StoringContext): Promise<GraphNode | undefined> {
  const passed = new Set<string>();
  for (let name = id; ; ) {
    const node = await conversationNode(graph, scope, name);
    const into = liveConversation(node)?.merged_into;
    if (!node || !into) return node;
    passed.add(node.id);
    if (passed.has(conversationNodeId(into))) return { ...node, properties: { ...node.properties, merged_into: null } };
    name = into;
  }
}

function wasDeletedAfter(node: GraphNode, time: string): boolean {
  const isGone = node.status === 'DELETED' || (node.status === 'ACTIVE' && conversationOf(node).state === 'deleting');
  return isGone && node.updatedAt >= time;
}
