import type { Scope } from '@agent-mem/contract';
import { allPages, everyStatus, type Graph, type GraphEdge } from '@agent-mem/storage';
import { mentionKinds } from '../domain/entities/mention.ts';

const pageSize = 1_000;

/** The mentions that start (`out`) or end (`in`) at a node, whatever became of their other ends. */
export async function mentionsOf(
  graph: Pick<Graph, 'neighbours'>,
  scope: Scope,
  id: string,
  direction: 'in' | 'out',
): Promise<readonly GraphEdge[]> {
  const query = { kinds: mentionKinds, direction, statuses: everyStatus, limit: pageSize } as const;
  const mentions = await Array.fromAsync(allPages((cursor) => graph.neighbours(scope, id, { ...query, cursor })));
  return mentions.flat().map(({ edge }) => edge);
}
