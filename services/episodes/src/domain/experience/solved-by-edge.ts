import { type EdgeWrite, type GraphEdge, storedMembers } from '@agent-mem/storage';
import type { SolvedBy } from './solved-by.ts';
import { textId } from './text-id.ts';

/** From an error to what solved it, weighted by how well that helped. */
export const solvedByKind = 'solved_by';
/** Between errors, weighted by how like they are. */
export const similarToKind = 'similar_to';
/** From an episode to an error that was met in it. */
export const metErrorKind = 'met_error';

const stored = storedMembers<Omit<SolvedBy, 'weight'>>(null, { helped: 0, failed: 0, why: '' });

/** The id of the one edge of a kind between two nodes. */
export function edgeId(kind: string, from: string, to: string): string {
  return textId('edge', kind, from, to);
}

/** The edge with this weight; `seen` is the edge as it was read. */
export function solvedByEdge(from: string, to: string, solvedBy: SolvedBy, seen: GraphEdge | undefined, now: string): EdgeWrite {
  const id = edgeId(solvedByKind, from, to);
  return {
    id,
    kind: solvedByKind,
    from,
    to,
    weight: solvedBy.weight,
    createdAt: seen?.createdAt ?? now,
    properties: stored.write(solvedBy),
  };
}

/** What an edge says of its solution. */
export function solvedByOf({ weight, properties }: GraphEdge): SolvedBy {
  return { ...stored.read(properties), weight: weight ?? 0 };
}
