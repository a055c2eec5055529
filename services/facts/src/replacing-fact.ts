import type { Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';

/** Longest line of facts that took each other's place that is followed. */
const longestLine = 100;

/** The fact that stands in place of this one now, over however many others; `null`: none does. */
export async function replacingFact(graph: Pick<Graph, 'get'>, scope: Scope, node: GraphNode): Promise<GraphNode | null> {
  let last = node;
  const seen = new Set([node.id]);
  while (seen.size < longestLine) {
    const by = last.properties.replaced_by;
    if (last.status === 'ACTIVE' || typeof by !== 'string' || seen.has(by)) break;
    const [next] = await graph.get(scope, [by]);
    if (next?.kind !== 'Fact') break;
    seen.add(next.id);
    last = next;
  }
  return last.id !== node.id && last.status === 'ACTIVE' ? last : null;
}
