import { conflictsRetried } from '@agent-mem/runtime';
import type { EventContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { Experience } from '../domain/experience/experience.ts';
import { type NamedSolution, withNamedSolutions } from '../domain/experience/named-solutions.ts';
import { planLateSolutions } from '../domain/experience/plan-late-solutions.ts';
import { priorExperience } from '../prior-experience.ts';
import { harmless } from '../store-episode.ts';

/** What a model says of solutions that rules have taken before. */
export interface LateSolutions {
  readonly byRules: Experience;
  readonly named: readonly NamedSolution[];
}

/** Stores the solutions that a model names late, in place of those that rules had taken. Idempotent. An episode that was deleted since (`episodeId`) teaches none. */
export async function nameSolutions(
  { byRules, named }: LateSolutions,
  conversationId: string | null,
  episodeId: string | undefined,
  { clock, graph, scope, signal }: EventContext<Config>,
): Promise<void> {
  const experience = harmless(withNamedSolutions(byRules, named));
  await conflictsRetried(signal, async () => {
    const [episode] = episodeId === undefined ? [] : await graph.get(scope, [episodeId]);
    if (episodeId !== undefined && episode?.status !== 'ACTIVE') return;
    const known = await priorExperience(graph, scope, experience, []);
    const { nodes, edges } = planLateSolutions(byRules, experience, known, conversationId, new Date(clock.now()).toISOString());
    if (edges.length > 0) await graph.commit(scope, { nodes, edges });
  });
}
