import type { Scope } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { pagesOf } from './pages-of.ts';

/** The stored changes of the weights of these nodes and of the edges at them. A scope without any is only counted. */
export async function weightChangesOf(
  scope: Scope,
  ids: readonly string[],
  graph: Pick<Ports['graph'], 'find' | 'count'>,
): Promise<readonly GraphNode[]> {
  const kinds = ['WeightChange'] as const;
  if (ids.length === 0 || (await graph.count(scope, { kinds })) === 0) return [];
  const gone = new Set<unknown>(ids);
  const found: GraphNode[] = [];
  for await (const nodes of pagesOf(scope, { kinds }, graph)) {
    for (const node of nodes) {
      const { about } = node.properties;
      if (!gone.has(node.id) && Array.isArray(about) && about.some((id) => gone.has(id))) found.push(node);
    }
  }
  return found;
}
