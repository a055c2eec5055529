import type { Scope } from '@agent-mem/contract';
import { everyStatus, type Graph, type GraphNode } from '@agent-mem/storage';
import { mergedFrom, readFact } from './domain/fact/fact-node.ts';
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

/** Longest chain of facts that replaced each other that is followed. */
const longestLine = 100;

/** The fact that replaces this one now, over however many others; `null`: none does. */
export async function replacingFact(graph: Pick<Graph, 'get'>, scope: Scope, node: GraphNode): Promise<GraphNode | null> {
  let last = node;
  const seen = new Set([node.id]);
  while (seen.size < longestLine) {
    const by = readFact(last).replaced_by;
    if (last.status === 'ACTIVE' || by === null || seen.has(by)) break;
    // What was made of two stepped back for one of them: the other may stand beside that one.
    if (mergedFrom(last).includes(by)) return null;
    const [next] = await graph.get(scope, [by]);
    if (next?.kind !== 'Fact') break;
    seen.add(next.id);
    last = next;
  }
  return last.id !== node.id && last.status === 'ACTIVE' ? last : null;
}
