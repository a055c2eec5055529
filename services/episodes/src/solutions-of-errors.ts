import type { ErrorSolutionPair, Scope } from '@agent-mem/contract';
import { weightFactor } from '@agent-mem/recall';
import { type Graph, nodesById } from '@agent-mem/storage';
import { readError } from './domain/experience/error-node.ts';
import { solutionAttempt } from './domain/experience/solution-node.ts';
import { countedWeight, unsolvedWeight } from './domain/experience/solved-by.ts';
import { metErrorKind, solvedByKind, solvedByOf } from './domain/experience/solved-by-edge.ts';
import type { LikeError } from './like-errors.ts';

/** What is known of errors: what solved them, best first, and the episodes that met them, with what each is worth, 0 to 1. */
export interface RankedSolutions {
  readonly solutions: readonly ErrorSolutionPair[];
  readonly episodes: ReadonlyMap<string, number>;
}

/**
 * Follows the edges of errors. A solution is worth how like its error is, times the weight of the edge that joins them; of what it is worth
 * the solution's own weight moves a twentieth. An episode is worth as much as the best solution of the error it met.
 */
export async function solutionsOfErrors(
  graph: Pick<Graph, 'get' | 'neighbours'>,
  scope: Scope,
  errors: readonly LikeError[],
  most: number,
): Promise<RankedSolutions> {
  if (errors.length === 0) return { solutions: [], episodes: new Map() };
  const solutions = new Map<string, ErrorSolutionPair>();
  const episodes = new Map<string, number>();
  for (const { error, likeness, solvedBy, metBy } of await followed(graph, scope, errors, most)) {
    const best =
      solvedBy.reduce((weight, { edge }) => Math.max(weight, countedWeight(solvedByOf(edge).weight)), 0) || unsolvedWeight;
    for (const { node } of metBy) episodes.set(node.id, Math.max(likeness * best, episodes.get(node.id) ?? 0));
    for (const { edge, node } of solvedBy) {
      const { weight, helped, failed, why } = solvedByOf(edge);
      const score = Math.min(1, likeness * countedWeight(weight) * weightFactor(node.weight));
      if (score <= (solutions.get(node.id)?.score ?? 0)) continue;
      const texts = { error: readError(error).text, solution: solutionAttempt(node) };
      solutions.set(node.id, {
        edge_id: edge.id,
        error_id: error.id,
        solution_id: node.id,
        ...texts,
        weight,
        helped,
        failed,
        score,
        why: why || null,
      });
    }
  }
  return { solutions: [...solutions.values()].toSorted((a, b) => b.score - a.score).slice(0, most), episodes };
}

async function followed(graph: Pick<Graph, 'get' | 'neighbours'>, scope: Scope, errors: readonly LikeError[], limit: number) {
  const ids = errors.map(({ id }) => id);
  const nodes = await nodesById(graph, scope, ids);
  const active = errors.flatMap(({ id, likeness }) => {
    const error = nodes.get(id);
    return error?.status === 'ACTIVE' ? [{ error, likeness }] : [];
  });
  return Promise.all(
    active.map(async ({ error, likeness }) => {
      const [solvedBy, metBy] = await Promise.all([
        graph.neighbours(scope, error.id, { kinds: [solvedByKind], direction: 'out', sort: 'weightDescending', limit }),
        graph.neighbours(scope, error.id, { kinds: [metErrorKind], direction: 'in', limit }),
      ]);
      return { error, likeness, solvedBy: solvedBy.items, metBy: metBy.items };
    }),
  );
}
