import type { Scope } from '@agent-mem/contract';
import { readsAsInstructions } from '@agent-mem/policy/injection';
import type { OwnGraph } from '@agent-mem/service-kit';
import type { NodeWrite } from '@agent-mem/storage';
import type { RequestedEpisode } from './domain/episode/episode-change.ts';
import { readEpisode } from './domain/episode/episode-node.ts';
import { episodeStored } from './domain/episode/episode-stored.ts';
import { episodeUniqueKeyId, keyUniqueKeyIds, uniqueKeyIdsOfNode } from './domain/episode/episode-unique-key.ts';
import { knownEpisodeId, planStore, type StoreReads } from './domain/episode/plan-store.ts';
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

/** Makes nodes of what storing an episode answers, for the same commit. */
export type NodesBeside = (reply: StoredEpisode['reply']) => readonly NodeWrite[] | Promise<readonly NodeWrite[]>;

interface StoredWith {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly tried?: EpisodeExperience | null;
  readonly beside?: NodesBeside;
}

/** What keeping an episode came to. */
export interface StoredEpisode {
  readonly reply: { readonly episode_id: string; readonly created: boolean; readonly status: string };
  /** Nodes whose documents are to be made. */
  readonly written: readonly string[];
  /** How many more episodes are active. */
  readonly more: number;
}

/**
 * Commits an episode with its unique keys, its event and the answer, changes the one of its key, or finds the one with the same story; and with it
 * what was met and tried, and the nodes that `beside` makes of the answer.
 */
export async function storeEpisode(
  graph: OwnGraph,
  scope: Scope,
  episode: RequestedEpisode,
  { now, tried, beside }: StoredWith,
): Promise<StoredEpisode> {
  const [reads, known] = await Promise.all([
    readsFor(graph, scope, episode),
    tried && priorExperience(graph, scope, tried.experience, tried.injectedIds),
  ]);
  const { id, created, changed, quarantined, nodes } = planStore(episode, reads, now);
  const [held] = created || changed ? [] : await graph.get(scope, [id]);
  const reply = { episode_id: id, created, status: quarantined ? 'QUARANTINED' : (held?.status ?? 'ACTIVE') };
  const made = { episodeId: id, conversationId: episode.conversation_id };
  const learned =
    tried && known
      ? planExperience(harmless(tried.experience), { ...known, like: tried.like }, made, new Date(now).toISOString())
      : { nodes: [], edges: [] };
  const events = (created || changed) && !quarantined ? [episodeStored(scope, id, episode.conversation_id, now)] : [];
  const change = { nodes: [...nodes, ...learned.nodes, ...((await beside?.(reply)) ?? [])], edges: learned.edges, events };
  const { applied } = await graph.commit(scope, change, reply);
  if (!applied) return { reply, written: [], more: 0 };
  const errors = learned.nodes.filter(({ kind }) => kind === 'Error').map((node) => node.id);
  const more = changed ? (quarantined ? -1 : 0) : created && !quarantined ? 1 : 0;
  return { reply, written: [...(changed || (created && !quarantined) ? [id] : []), ...errors], more };
}

/** The unique keys of an episode and, where a key or story with a key is known, the episode that has it with its own. */
async function readsFor(graph: Pick<OwnGraph, 'get'>, scope: Scope, episode: RequestedEpisode): Promise<StoreReads> {
  const uniqueKeys = await graph.get(scope, [episodeUniqueKeyId(episode), ...keyUniqueKeyIds(episode)]);
  const id = knownEpisodeId(episode, uniqueKeys);
  const [known] = id === null ? [] : await graph.get(scope, [id]);
  if (!known) return { uniqueKeys };
  const after = { ...readEpisode(known), ...episode.given };
  const read = new Set(uniqueKeys.map((uniqueKey) => uniqueKey.id));
  const more = [...uniqueKeyIdsOfNode(known), episodeUniqueKeyId(after)].filter((each) => !read.has(each));
  return { uniqueKeys: [...uniqueKeys, ...(await graph.get(scope, more))], known };
}

/** Without errors and solutions that read like instructions to a model: they are shown word by word. */
export function harmless(experience: Experience): Experience {
  return {
    ...experience,
    errors: experience.errors.filter(
      ({ text, solution }) => !readsAsInstructions([text, solution?.attempt ?? null, solution?.why ?? null], 'by-user'),
    ),
  };
}
