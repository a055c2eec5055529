import type { GraphNode } from '@agent-mem/storage';
import { contentKinds } from './delete-contents.ts';
import type { Conversation } from './domain/conversation.ts';
import type { Context } from './handler.ts';

const batchSize = 200;

/** Makes active what was deleted with a conversation, and answers how many messages. What was deleted before it stays deleted. */
export async function restoreContents(context: Context, conversation: Conversation): Promise<number> {
  const { clock, graph, index, metrics, scope, signal } = context;
  let restored = 0;
  for (;;) {
    signal.throwIfAborted();
    const nodes = await deletedWith(conversation, context);
    if (nodes.length === 0) return restored;
    const now = new Date(clock.now()).toISOString();
    const writes = nodes.map(
      ({ version, ...seen }) =>
        ({ ...seen, status: 'ACTIVE', updatedAt: now, expectedVersion: version, record: 'restored' }) as const,
    );
    await graph.commit(scope, { nodes: writes });
    const messages = nodes.filter(({ kind }) => kind === 'Message');
    const found = nodes.filter(({ kind }) => kind === 'Message' || kind === 'ConversationSummary');
    restored += messages.length;
    metrics.memories('Message', messages.length);
    metrics.memories('Invocation', nodes.filter(({ kind }) => kind === 'Invocation').length);
    await index(
      scope,
      found.map(({ id }) => id),
      { signal },
    );
  }
}

/** The latest deleted ones of them. Those of an earlier conversation of the same id were deleted before this one began. */
async function deletedWith(conversation: Conversation, { graph, scope }: Context): Promise<readonly GraphNode[]> {
  const query = { kinds: contentKinds, statuses: ['DELETED'], conversationId: conversation.id } as const;
  const { items } = await graph.find(scope, { ...query, order: 'updatedAt', descending: true, limit: batchSize });
  return items.filter(({ updatedAt }) => updatedAt >= (conversation.deleted_at ?? conversation.created_at));
}
