import type { Event } from '@agent-mem/contract';
import { retireNodes } from '@agent-mem/retention';
import type { NodeKind } from '@agent-mem/storage';
import { mostEntries } from '../config.ts';
import type { OnEventContext } from '../handler.ts';

/** What counts as an entry of a conversation. Summaries do not, and stay. */
const entries: readonly NodeKind[] = ['Fact', 'Message'];
/** Where the limit was lowered, the rest goes with the next events. */
const mostAtOnce = 200;

/**
 * Keeps a conversation within `MAX_CONVERSATION_ENTRIES`: when something was added, the oldest facts and messages over it are deleted softly.
 * Facts by their own service, which lets their text go. Done again it finds nothing more to do.
 */
export async function evictOldest(event: Event, context: OnEventContext): Promise<void> {
  const { caller, clock, config, graph, metrics, scope, signal } = context;
  const most = mostEntries(config);
  if (most === 0 || event.conversation_id === '') return;
  const query = { kinds: entries, conversationId: event.conversation_id };
  const over = (await graph.count(scope, query)) - most;
  if (over <= 0) return;
  const { items } = await graph.find(scope, { ...query, order: 'createdAt', limit: Math.min(over, mostAtOnce) });
  const messages = items.filter(({ kind }) => kind === 'Message');
  const how = { status: 'DELETED', record: 'deleted', now: new Date(clock.now()).toISOString() } as const;
  const evicted = await retireNodes(graph, scope, messages, how);
  await context.index(
    scope,
    evicted.map(({ id }) => id),
    { signal },
  );
  metrics.memories('Message', -evicted.length);
  metrics.leftOut('Message', 'evicted', evicted.length);
  const { workspace, user, collection } = scope;
  for (const { id } of items.filter(({ kind }) => kind === 'Fact')) {
    const idempotencyKey = `${event.id}/evict/${id}`;
    await caller.call('facts', 'delete', { workspace, user, collection, fact_id: id }, { idempotencyKey, signal });
    metrics.leftOut('Fact', 'evicted', 1);
  }
}
