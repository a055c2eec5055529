import type { Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { errorId } from './domain/experience/error-node.ts';
import type { Experience } from './domain/experience/experience.ts';
import type { PriorExperience } from './domain/experience/plan-experience.ts';
import { solutionId } from './domain/experience/solution-node.ts';
import { metErrorKind, solvedByKind } from './domain/experience/solved-by-edge.ts';

/** Solutions of one error that are looked at, the best first: the others have failed often. */
const mostSolutions = 50;
/** Of what memory had shown, so much is looked at for what it was worth. */
const maxInjected = 10;

/** Reads what is known of the errors that were met, and of those whose solutions memory had shown. */
export async function priorExperience(
  graph: Pick<Graph, 'get' | 'neighbours'>,
  scope: Scope,
  { errors }: Experience,
  injectedIds: readonly string[],
): Promise<Omit<PriorExperience, 'like'>> {
  const solutionIds = errors.flatMap(({ solution }) => (solution === null ? [] : [solutionId(solution.attempt)]));
  const [met, behind] = await Promise.all([
    graph.get(scope, [...new Set([...errors.map(({ key }) => errorId(key)), ...solutionIds])]),
    errorsBehind(graph, scope, injectedIds),
  ]);
  const nodes = new Map(met.map((node) => [node.id, node]));
  const looked = new Map([...behind, ...met.filter(({ kind }) => kind === 'Error')].map((node) => [node.id, node]));
  const pairs = await Promise.all(
    [...looked.values()].map(async (error) => {
      const query = { kinds: [solvedByKind], direction: 'out', sort: 'weightDescending', limit: mostSolutions } as const;
      const { items } = await graph.neighbours(scope, error.id, query);
      return items.map(({ edge, node: solution }) => ({ error, edge, solution }));
    }),
  );
  return { nodes, pairs: pairs.flat() };
}

/** The errors behind episodes and solutions. */
async function errorsBehind(
  graph: Pick<Graph, 'neighbours'>,
  scope: Scope,
  injectedIds: readonly string[],
): Promise<readonly GraphNode[]> {
  const ids = injectedIds.filter((id) => /^(?:epi|sol)_/.test(id)).slice(0, maxInjected);
  const pages = await Promise.all(
    ids.map((id) =>
      graph.neighbours(scope, id, {
        kinds: [metErrorKind, solvedByKind],
        direction: id.startsWith('epi_') ? 'out' : 'in',
        limit: maxInjected,
      }),
    ),
  );
  return pages.flatMap(({ items }) => items.map(({ node }) => node));
}
