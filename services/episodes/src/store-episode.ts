import type { Scope } from '@agent-mem/contract';
import { readsAsInstructions } from '@agent-mem/policy/injection';
import type { OwnGraph } from '@agent-mem/service-kit';
import type { NodeWrite } from '@agent-mem/storage';
import type { NewEpisode } from './domain/episode/episode-node.ts';
import { episodeStored } from './domain/episode/episode-stored.ts';
import { episodeUniqueKeyId } from './domain/episode/episode-unique-key.ts';
import { planStore } from './domain/episode/plan-store.ts';
import type { Experience } from './domain/experience/experience.ts';
import { type PriorExperience, planExperience } from './domain/experience/plan-experience.ts';
import { priorExperience } from './prior-experience.ts';

/** What was tried in an episode, beside its description. */
export interface EpisodeExperience {
  readonly experience: Experience;
  /** What memory had shown: what came of it weighs it. */
  readonly injectedIds: readonly string[];
  readonly like: PriorExperience['like'];
}

/** What keeping an episode came to. */
export interface StoredEpisode {
  readonly reply: { readonly episode_id: string; readonly created: boolean; readonly status: string };
  /** Nodes whose documents are to be made. */
  readonly written: readonly string[];
}

/**
 * Commits an episode with its unique key, its event and the answer, or finds the one with the same story; and with it what was met and tried, and the
 * nodes that `beside` makes of the answer. `now`: milliseconds since 1970.
 */
export async function storeEpisode(
  graph: OwnGraph,
  scope: Scope,
  episode: NewEpisode,
  now: number,
  tried: EpisodeExperience | null = null,
  beside: (reply: StoredEpisode['reply']) => readonly NodeWrite[] = () => [],
): Promise<StoredEpisode> {
  const [[uniqueKey], known] = await Promise.all([
    graph.get(scope, [episodeUniqueKeyId(episode)]),
    tried && priorExperience(graph, scope, tried.experience, tried.injectedIds),
  ]);
  const { id, created, quarantined, nodes } = planStore(episode, uniqueKey, now);
  const [held] = created ? [] : await graph.get(scope, [id]);
  const reply = { episode_id: id, created, status: quarantined ? 'QUARANTINED' : (held?.status ?? 'ACTIVE') };
  const made = { episodeId: id, conversationId: episode.conversation_id, success: episode.success === true };
  const learned =
    tried && known
      ? planExperience(harmless(tried.experience), { ...known, like: tried.like }, made, new Date(now).toISOString())
      : { nodes: [], edges: [] };
  const events = created && !quarantined ? [episodeStored(scope, id, episode.conversation_id, now)] : [];
  const change = { nodes: [...nodes, ...learned.nodes, ...beside(reply)], edges: learned.edges, events };
  const { applied } = await graph.commit(scope, change, reply);
  const errors = learned.nodes.filter(({ kind }) => kind === 'Error').map((node) => node.id);
  return { reply, written: applied ? [...(created && !quarantined ? [id] : []), ...errors] : [] };
}

/** Without errors and solutions that read like instructions to a model: they are shown word by word. */
function harmless(experience: Experience): Experience {
  return {
    ...experience,
    errors: experience.errors.filter(({ text, solution }) => !readsAsInstructions([text, solution], 'by-user')),
  };
}
