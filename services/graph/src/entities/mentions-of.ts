import type { Scope } from '@agent-mem/contract';
import { everyStatus, type Graph, type GraphEdge, type Page } from '@agent-mem/storage';
import { mentionKinds } from '../domain/entities/mention.ts';

const pageSize = 1_000;

/** The mentions that start (`out`) or end (`in`) at a node, whatever became of their other ends. */
export async function mentionsOf(
  graph: Pick<Graph, 'neighbours'>,
  scope: Scope,
  id: string,
  direction: 'in' | 'out',
): Promise<readonly GraphEdge[]> {
  const edges: GraphEdge[] = [];
  let cursor: string | null = null;
  do {
    const query = { kinds: mentionKinds, direction, statuses: everyStatus, limit: pageSize, cursor } as const;
    const page: Page<{ readonly edge: GraphEdge }> = await graph.neighbours(scope, id, query);
    edges.push(...page.items.map(({ edge }) => edge));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return edges;
}
