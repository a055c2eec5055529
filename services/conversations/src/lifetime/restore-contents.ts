import type { GraphNode } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { relatedIds } from '../domain/message.ts';
import type { Context } from '../handler.ts';
import { messagesFrom } from '../view/shown-elsewhere.ts';
import { contentKinds } from './delete-contents.ts';

const batchSize = 200;

/**
 * Makes active what was deleted with a conversation, and answers how many messages. That is also what it shows of a conversation that it branched
 * off, or took in, and that is deleted. What was deleted before it stays deleted.
 */
export async function restoreContents(context: Context, conversation: Conversation): Promise<number> {
  let restored = 0;
  for (;;) {
    context.signal.throwIfAborted();
    const nodes = await deletedWith(conversation, context);
    if (nodes.length === 0) break;
    restored += await makeActive(nodes, context);
  }
  for await (const nodes of shownOfOthers(conversation, context)) restored += await makeActive(nodes, context);
  return restored;
}

/** Answers how many of them are messages. */
async function makeActive(nodes: readonly GraphNode[], context: Context): Promise<number> {
  const { clock, graph, index, metrics, scope, signal } = context;
  const now = new Date(clock.now()).toISOString();
  const writes = nodes.map(
    ({ version, ...seen }) =>
      ({ ...seen, status: 'ACTIVE', updatedAt: now, expectedVersion: version, record: 'restored' }) as const,
  );
  await graph.commit(scope, { nodes: writes });
  const messages = nodes.filter(({ kind }) => kind === 'Message');
  const found = nodes.filter(({ kind }) => kind === 'Message' || kind === 'ConversationSummary');
  metrics.memories('Message', messages.length);
  metrics.memories('Invocation', nodes.filter(({ kind }) => kind === 'Invocation').length);
  await index(
    scope,
    found.map(({ id }) => id),
    { signal },
  );
  return messages.length;
}

/** The latest deleted ones of them. Those of an earlier conversation of the same id were deleted before this one began. */
async function deletedWith(conversation: Conversation, { graph, scope }: Context): Promise<readonly GraphNode[]> {
  const query = { kinds: contentKinds, statuses: ['DELETED'], conversationId: conversation.id } as const;
  const { items } = await graph.find(scope, { ...query, order: 'updatedAt', descending: true, limit: batchSize });
  return items.filter((node) => isDeletedSince(conversation, node));
}

/** Messages of other conversations, with their tool calls and results: they were deleted when nothing showed them any more. */
async function* shownOfOthers(
  conversation: Conversation,
  { graph, scope, signal }: Context,
): AsyncGenerator<readonly GraphNode[]> {
  for await (const message of messagesFrom(graph, scope, conversation, (id) => id !== conversation.id)) {
    signal.throwIfAborted();
    if (message.status !== 'DELETED' || !isDeletedSince(conversation, message)) continue;
    const related = await graph.get(scope, relatedIds(message));
    yield [message, ...related.filter(({ status }) => status === 'DELETED')];
  }
}

function isDeletedSince(conversation: Conversation, { updatedAt }: GraphNode): boolean {
  return updatedAt >= (conversation.deleted_at ?? conversation.created_at);
}
