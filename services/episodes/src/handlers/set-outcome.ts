import { OperationError } from '@agent-mem/contract';
import type { Handler } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { withOutcome } from '../domain/episode/episode-change.ts';
import { answeredEpisode, readEpisode } from '../domain/episode/episode-node.ts';
import { changesOutcome, type Outcome } from '../domain/episode/outcome.ts';
import { getEpisode } from '../get-episode.ts';

/** Sets by explicit feedback whether an episode succeeded, with the reason. Saying the same again changes nothing. */
export const setOutcome: Handler<'episodes', 'set_outcome', Config> = async (request, context) => {
  const { scope, graph, clock } = context;
  const node = await getEpisode(graph, scope, request.episode_id);
  if (node.status === 'DELETED')
    throw new OperationError('failed-precondition', `Episode ${node.id} is deleted; restore it first`);
  const outcome_status = request.outcome as NonNullable<Outcome['outcome_status']>;
  const outcome: Outcome = { outcome_status, outcome_reason: request.reason || null, outcome_by: 'feedback' };
  const known = readEpisode(node);
  if (known.outcome_by === 'feedback' && !changesOutcome(known, outcome)) {
    const reply = { episode: answeredEpisode(node) };
    await graph.commit(scope, {}, reply);
    return reply;
  }
  const changed = withOutcome(node, outcome, new Date(clock.now()).toISOString());
  const reply = { episode: answeredEpisode({ ...node, ...changed, version: node.version + 1 } as GraphNode) };
  await graph.commit(scope, { nodes: [changed] }, reply);
  return reply;
};
