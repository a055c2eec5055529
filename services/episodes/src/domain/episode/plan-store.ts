import { newId, OperationError } from '@agent-mem/contract';
import { claimUniqueKey, releaseUniqueKeysOf, uniqueKeyHolder } from '@agent-mem/retention';
import { type GraphNode, type NodeWrite, VersionConflict } from '@agent-mem/storage';
import { changedEpisode, changedNode, type EpisodeChange, type RequestedEpisode } from './episode-change.ts';
import { episodeNode, readEpisode } from './episode-node.ts';
import { episodeUniqueKeyId, keyUniqueKeyIds } from './episode-unique-key.ts';

/** What storing an episode comes to. */
export interface StorePlan {
  readonly id: string;
  readonly created: boolean;
  /** Quarantined now: no event reports it. */
  readonly quarantined: boolean;
  /** Its record is changed, by its key. */
  readonly changed: boolean;
  /** The episode and its unique keys; none if the scope holds it already. */
  readonly nodes: readonly NodeWrite[];
}

/** What storing an episode goes by, as it was read. */
export interface StoreReads {
  readonly uniqueKeys: readonly GraphNode[];
  /** The episode that has its key or, if it has one, its story. */
  readonly known?: GraphNode | undefined;
}

/** The id of the episode that a store with a key changes: the one of that key, else the one of that story; `null`: it makes one. */
export function knownEpisodeId(episode: RequestedEpisode, uniqueKeys: readonly GraphNode[]): string | null {
  const [byKey = null] = keyUniqueKeyIds(episode).map((id) => holderOf(uniqueKeys, id));
  return byKey ?? (episode.key ? holderOf(uniqueKeys, episodeUniqueKeyId(episode)) : null);
}

/**
 * Plans an episode to be stored. One that has its key already is changed; so is one that has its story and no key. Throws `already-exists` for
 * a story that another episode has. `now`: milliseconds since 1970.
 */
export function planStore(episode: RequestedEpisode, { uniqueKeys, known }: StoreReads, now: number): StorePlan {
  const story = episodeUniqueKeyId(episode);
  const byStory = holderOf(uniqueKeys, story);
  const knownId = knownEpisodeId(episode, uniqueKeys);
  // It let its unique keys go after they were read.
  if (knownId && (known?.id !== knownId || !['ACTIVE', 'QUARANTINED'].includes(known.status)))
    throw new VersionConflict([knownId]);
  if (known && knownId) {
    if (knownId === byStory && ![null, episode.key].includes(readEpisode(known).key)) throw storyIsTaken(byStory);
    return planChange(known, episode.given ?? {}, uniqueKeys, now);
  }
  if (byStory) return { id: byStory, created: false, quarantined: false, changed: false, nodes: [] };
  const id = newId('epi', now);
  const at = new Date(now).toISOString();
  const node = episodeNode(id, episode, at);
  const claimed = [story, ...keyUniqueKeyIds(episode)].map((each) => claimUniqueKey(each, seen(uniqueKeys, each), id, at));
  return { id, created: true, quarantined: node.status === 'QUARANTINED', changed: false, nodes: [node, ...claimed] };
}

/** Plans another record of an episode, given the unique keys of both as they were read. Throws `already-exists` for a story that another episode has. */
export function planChange(node: GraphNode, given: EpisodeChange, uniqueKeys: readonly GraphNode[], now: number): StorePlan {
  const { id } = node;
  const at = new Date(now).toISOString();
  const before = readEpisode(node);
  const after = changedEpisode(before, given, at);
  const known = { id, created: false, quarantined: false, changed: false, nodes: [] };
  if (after === null) return known;
  if (node.status === 'QUARANTINED')
    throw new OperationError('failed-precondition', `Episode ${id} is QUARANTINED; restore or delete it first`);
  const idsOf = (episode: typeof before) => [episodeUniqueKeyId(episode), ...keyUniqueKeyIds(episode)];
  const claimed = idsOf(after).filter((each) => holderOf(uniqueKeys, each) !== id);
  const holder = claimed.map((each) => holderOf(uniqueKeys, each)).find((each) => each !== null);
  if (holder) throw storyIsTaken(holder);
  const left = uniqueKeys.filter((each) => idsOf(before).includes(each.id) && !idsOf(after).includes(each.id));
  const write = changedNode(node, before, after, at);
  return {
    ...known,
    changed: true,
    quarantined: write.status === 'QUARANTINED',
    nodes: [
      write,
      ...claimed.map((each) => claimUniqueKey(each, seen(uniqueKeys, each), id, at)),
      ...releaseUniqueKeysOf(id, left, at),
    ],
  };
}

function storyIsTaken(holder: string): OperationError {
  return new OperationError('already-exists', `goal: episode ${holder} tells this story; change or delete that episode instead`);
}

function seen(uniqueKeys: readonly GraphNode[], id: string): GraphNode | undefined {
  return uniqueKeys.find((uniqueKey) => uniqueKey.id === id);
}

function holderOf(uniqueKeys: readonly GraphNode[], id: string): string | null {
  return uniqueKeyHolder(seen(uniqueKeys, id));
}
