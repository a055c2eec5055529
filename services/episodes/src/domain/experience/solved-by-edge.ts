import { weightChangeNode } from '@agent-mem/service-kit';
import { type EdgeWrite, edgeIdOf, type GraphEdge, type NodeWrite, storedMembers } from '@agent-mem/storage';
import { type SolvedBy, unsolvedWeight } from './solved-by.ts';

/** From an error to what solved it, weighted by how well that helped. */
export const solvedByKind = 'solved_by';
/** Between errors, weighted by how like they are. */
export const similarToKind = 'similar_to';
/** From an episode to an error that was met in it. */
export const metErrorKind = 'met_error';

const stored = storedMembers<Omit<SolvedBy, 'weight'>>(null, { helped: 0, failed: 0, why: '' });

/** The edge with this weight, and what callers linked it with; `seen` is the edge as it was read. */
export function solvedByEdge(from: string, to: string, solvedBy: SolvedBy, seen: GraphEdge | undefined, now: string): EdgeWrite {
  const id = edgeIdOf(solvedByKind, from, to);
  return {
    id,
    kind: solvedByKind,
    from,
    to,
    weight: solvedBy.weight,
    createdAt: seen?.createdAt ?? now,
    properties: { ...seen?.properties, ...stored.write(solvedBy) },
    ...(seen && { expectedVersion: seen.version }),
  };
}

/** The changes that edges make to the weights they had: `seen` are the edges as they were read. */
export function weightChanges(edges: readonly EdgeWrite[], seen: readonly GraphEdge[], now: string): readonly NodeWrite[] {
  const before = new Map(seen.map((edge) => [edge.id, edge]));
  return edges.flatMap(({ id, weight = null }) => {
    const edge = before.get(id);
    if (!edge || edge.weight === weight) return [];
    return [weightChangeNode('episodes', edge, { weight, changedBy: 'episodes', reason: 'tried again' }, now)];
  });
}

/** What an edge says of its solution. */
export function solvedByOf({ weight, properties }: GraphEdge): SolvedBy {
  return { ...stored.read(properties), weight: weight ?? unsolvedWeight };
}
