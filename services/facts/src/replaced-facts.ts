import type { Scope } from '@agent-mem/contract';
import { everyStatus, type Graph } from '@agent-mem/storage';
import { replacedByEdge } from './domain/reconciliation/retired-node.ts';

/** Most facts whose states one history holds. */
const mostFacts = 100;

/** The fact and those it replaced, those that they replaced, and so on, the oldest first. */
export async function withReplaced(graph: Pick<Graph, 'neighbours'>, scope: Scope, id: string): Promise<readonly string[]> {
  const ids = [id];
  for (const each of ids) {
    if (ids.length >= mostFacts) break;
    const query = { kinds: [replacedByEdge], direction: 'in', statuses: everyStatus, limit: mostFacts } as const;
    const { items } = await graph.neighbours(scope, each, query);
    for (const { node } of items) if (!ids.includes(node.id) && ids.length < mostFacts) ids.push(node.id);
  }
  return ids.toReversed();
}
