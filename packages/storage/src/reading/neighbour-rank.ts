import type { GraphEdge, NeighbourQuery } from '../graph.ts';

/** Sorts behind every weight; a cursor carries it as it is. */
export const noWeight: number = Number.MAX_VALUE;

/** What a page of neighbours is sorted by, rising, as its cursor holds it. An edge without a weight comes last. */
export function edgeRank(edge: GraphEdge, sort: NeighbourQuery['sort'] = 'createdAt'): string | number {
  if (sort === 'createdAt') return edge.createdAt;
  if (edge.weight === null) return noWeight;
  return sort === 'weightAscending' ? edge.weight : -edge.weight;
}
