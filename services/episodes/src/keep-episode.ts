import type { Scope } from '@agent-mem/contract';
import type { OwnGraph } from '@agent-mem/service-kit';
import { episodeGuardId } from './domain/episode-guard.ts';
import type { EpisodeDraft } from './domain/episode-node.ts';
import { episodeStored } from './domain/episode-stored.ts';
import { planStore } from './domain/plan-store.ts';

/** Commits an episode with its guard, its event and the answer, or finds the one that tells the same. `now`: milliseconds since 1970. */
export async function keepEpisode(
  graph: OwnGraph,
  scope: Scope,
  draft: EpisodeDraft,
  now: number,
): Promise<{ readonly reply: { readonly episode_id: string; readonly created: boolean }; readonly written: boolean }> {
  const [guard] = await graph.get(scope, [episodeGuardId(draft)]);
  const { id, created, nodes } = planStore(draft, guard, now);
  const reply = { episode_id: id, created };
  const events = created ? [episodeStored(scope, id, draft.conversationId, now)] : [];
  const { applied } = await graph.commit(scope, { nodes, events }, reply);
  return { reply, written: applied && created };
}
