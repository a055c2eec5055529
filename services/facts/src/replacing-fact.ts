import type { Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';

/** Longest chain of facts that replaced each other that is followed. */
const longestLine = 100;

/** The fact that replaces this one now, over however many others; `null`: none does. */
export async function replacingFact(graph: Pick<Graph, 'get'>, scope: Scope, node: GraphNode): Promise<GraphNode | null> {
  let last = node;
  const seen = new Set([node.id]);
  while (seen.size < longestLine) {
    const by = last.properties.replaced_by;
    if (last.status === 'ACTIVE' || typeof by !== 'string' || seen.has(by)) break;
    // What was made of two stepped back for one of them: the other may stand beside that one.
    if (isMadeOf(last, by)) return null;
    const [next] = await graph.get(scope, [by]);
    if (next?.kind !== 'Fact') break;
    seen.add(next.id);
    last = next;
  }
  return last.id !== node.id && last.status === 'ACTIVE' ? last : null;
}

function isMadeOf({ properties }: GraphNode, id: string): boolean {
  return Array.isArray(properties.merged_from) && properties.merged_from.includes(id);
}
