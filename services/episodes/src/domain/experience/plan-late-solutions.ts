import { type EdgeWrite, edgeIdOf, type GraphEdge, type NodeWrite } from '@agent-mem/storage';
import { errorId, touchedError } from './error-node.ts';
import type { Experience } from './experience.ts';
import type { PriorExperience } from './plan-experience.ts';
import { solutionId, solutionNode } from './solution-node.ts';
import { newlySolved, type SolvedBy, withdrawn } from './solved-by.ts';
import { solvedByEdge, solvedByKind, solvedByOf, weightChanges } from './solved-by-edge.ts';

/**
 * What a model's late word on solutions writes: the one that it names takes the place of the one that rules had taken, unless that was tried again since.
 * `byRules`: the experience as rules read it; `named`: the same with what the model names. Done again it changes nothing.
 */
export function planLateSolutions(
  byRules: Experience,
  named: Pick<Experience, 'errors'>,
  known: Pick<PriorExperience, 'nodes' | 'pairs'>,
  conversationId: string | null,
  now: string,
): { readonly nodes: readonly NodeWrite[]; readonly edges: readonly EdgeWrite[] } {
  const nodes = new Map<string, NodeWrite>();
  const edges = new Map<string, EdgeWrite>();
  const seenEdges = new Map(known.pairs.map(({ edge }) => [edge.id, edge]));
  const seenOf = (from: string, attempt: string) => seenEdges.get(edgeIdOf(solvedByKind, from, solutionId(attempt)));

  for (const { key, solution } of named.errors) {
    const [from, guessed] = [errorId(key), byRules.errors.find((error) => error.key === key)?.solution ?? null];
    const error = known.nodes.get(from);
    if (error?.status !== 'ACTIVE' || solution === guessed) continue;
    const put = (attempt: string, solvedBy: SolvedBy, seen: GraphEdge | undefined) => {
      const edge = solvedByEdge(from, solutionId(attempt), solvedBy, seen, now);
      edges.set(edge.id, edge);
      // Who weighs its solutions at the same moment must meet this.
      nodes.set(from, touchedError(error, now));
    };
    const old = guessed && seenOf(from, guessed.attempt);
    if (guessed && old && isUntried(old) && guessed.attempt !== solution?.attempt) put(guessed.attempt, withdrawn, old);
    if (solution === null) continue;
    const seen = seenOf(from, solution.attempt);
    if (seen && !isUntried(seen)) continue;
    const node = known.nodes.get(solutionId(solution.attempt));
    if (node?.status !== 'ACTIVE')
      nodes.set(solutionId(solution.attempt), solutionNode(solution.attempt, conversationId, node, now));
    put(solution.attempt, newlySolved('model', solution.why), seen);
  }
  const written = [...edges.values()];
  return { nodes: [...nodes.values(), ...weightChanges(written, [...seenEdges.values()], now)], edges: written };
}

/** Whether an edge says what rules have read once, and nothing more. */
function isUntried(edge: GraphEdge): boolean {
  const { helped, failed, why } = solvedByOf(edge);
  return helped === 1 && failed === 0 && why === '';
}
