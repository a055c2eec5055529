import { backlogOf, type EventContext } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';

/** What waits in a conversation that is looked at, the newest. */
const mostWaiting = 100;

/** Whether rules have made these facts of something that a model is still to read: then a model compares what it says itself, and not these. */
export async function areMadeForNow(
  facts: readonly GraphNode[],
  { graph, scope }: { readonly graph: Pick<EventContext<unknown>['graph'], 'find'> } & Pick<EventContext<unknown>, 'scope'>,
): Promise<boolean> {
  const conversationId = facts[0]?.conversationId;
  if (!conversationId) return false;
  const query = { kinds: ['FactBacklog'], conversationId, order: 'createdAt', descending: true, limit: mostWaiting } as const;
  const { items } = await graph.find(scope, query);
  const made = new Set(items.flatMap((row) => backlogOf(row).made));
  return facts.every(({ id }) => made.has(id));
}
