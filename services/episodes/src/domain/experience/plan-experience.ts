import { type EdgeWrite, edgeIdOf, type GraphEdge, type GraphNode, type NodeWrite } from '@agent-mem/storage';
import { errorId, metErrorNode, readError, touchedError } from './error-node.ts';
import type { Experience } from './experience.ts';
import { solutionAttempt, solutionId, solutionNode } from './solution-node.ts';
import { newlySolved, triedAgain } from './solved-by.ts';
import { metErrorKind, similarToKind, solvedByEdge, solvedByKind, solvedByOf, weightChanges } from './solved-by-edge.ts';

/** What the Graph holds already of what an invocation met and tried. */
export interface PriorExperience {
  /** Errors and solutions by id, whatever their status. */
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** Solutions of errors that were met, or that memory had shown. */
  readonly pairs: readonly { readonly error: GraphNode; readonly edge: GraphEdge; readonly solution: GraphNode }[];
  /** Errors like those that were met for the first time. */
  readonly like: readonly { readonly key: string; readonly id: string; readonly likeness: number }[];
}

/** Where the experience was made. */
export interface MadeIn {
  readonly episodeId: string;
  readonly conversationId: string | null;
}

/** What keeping an experience writes: its errors and solutions, and the edges that weigh them. `now`: ISO 8601. */
export function planExperience(
  { errors, outcomeOf }: Experience,
  known: PriorExperience,
  { episodeId, conversationId }: MadeIn,
  now: string,
): { readonly nodes: readonly NodeWrite[]; readonly edges: readonly EdgeWrite[] } {
  const nodes = new Map<string, NodeWrite>();
  const edges = new Map<string, EdgeWrite>();
  const add = (edge: EdgeWrite) => void edges.set(edge.id, edge);

  for (const error of errors) {
    const id = errorId(error.key);
    nodes.set(id, metErrorNode(error, conversationId, known.nodes.get(id), now));
    add({ id: edgeIdOf(metErrorKind, episodeId, id), kind: metErrorKind, from: episodeId, to: id, createdAt: now });
  }
  for (const { error, edge, solution } of known.pairs) {
    const hasHelped = outcomeOf(solutionAttempt(solution), readError(error).key);
    if (hasHelped === null) continue;
    if (!nodes.has(error.id)) nodes.set(error.id, touchedError(error, now));
    add(solvedByEdge(error.id, solution.id, triedAgain(solvedByOf(edge), hasHelped), edge, now));
  }
  const isKnown = new Set(known.pairs.map(({ edge }) => edge.id));
  for (const { key, solution } of errors) {
    if (solution === null) continue;
    const [from, to] = [errorId(key), solutionId(solution.attempt)];
    if (isKnown.has(edgeIdOf(solvedByKind, from, to))) continue;
    const seen = known.nodes.get(to);
    if (seen?.status !== 'ACTIVE') nodes.set(to, solutionNode(solution.attempt, conversationId, seen, now));
    add(solvedByEdge(from, to, newlySolved(solution.by, solution.why), undefined, now));
  }
  for (const { key, id: to, likeness } of known.like) {
    const from = errorId(key);
    add({ id: edgeIdOf(similarToKind, from, to), kind: similarToKind, from, to, weight: likeness, createdAt: now });
  }
  const written = [...edges.values()];
  const changes = weightChanges(
    written,
    known.pairs.map(({ edge }) => edge),
    now,
  );
  return { nodes: [...nodes.values(), ...changes], edges: written };
}
