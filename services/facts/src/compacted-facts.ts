import type { Scope } from '@agent-mem/contract';
import { isCompacted, storedCompaction } from '@agent-mem/retention';
import type { Graph, GraphNode } from '@agent-mem/storage';

/** Most facts that are read of summaries at once. */
const mostFacts = 500;

/** The facts that some nodes of kind Summary stand for, also by other summaries; at most 500. They are believed still, in other words. */
export async function compactedFacts(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  summaries: readonly GraphNode[],
): Promise<readonly GraphNode[]> {
  const facts = new Map<string, GraphNode>();
  for (let level = summaries; level.length > 0 && facts.size < mostFacts; ) {
    const ids = level.flatMap(({ properties }) => storedCompaction.read(properties).original_node_ids);
    const originals = (await graph.get(scope, ids.slice(0, mostFacts))).filter(isCompacted);
    for (const node of originals) if (node.kind === 'Fact') facts.set(node.id, node);
    level = originals.filter(({ kind }) => kind === 'Summary');
  }
  return [...facts.values()].slice(0, mostFacts);
}
