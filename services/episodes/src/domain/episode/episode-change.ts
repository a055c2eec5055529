import { isDeepStrictEqual } from 'node:util';
import type { Episode } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import { changedRecord } from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { changedProperties, type NewEpisode, storyText, textsOf } from './episode-node.ts';
import { type Outcome, outcomeOfSuccess, successOf } from './outcome.ts';

/** What a caller changes of an episode; a member that is absent stays as it is. */
export type EpisodeChange = Partial<NewEpisode>;

/** An episode to store; with what its caller gives of it, which changes the episode that has its key already. */
export type RequestedEpisode = NewEpisode & { readonly given?: EpisodeChange };

/**
 * The episode after a change; `null`: it changes nothing. Another story has the time of the change as its own, and is a user's unless another is
 * named.
 *
 * @param now ISO 8601, UTC.
 */
export function changedEpisode(episode: Episode, change: EpisodeChange, now: string): Episode | null {
  const ofOldMetadata = change.metadata === undefined ? {} : { metadata_json: null };
  const ofSuccess = change.success === undefined ? {} : outcomeOfSuccess({ success: change.success, trust: 'user' });
  const next: Episode = { ...episode, ...ofOldMetadata, ...ofSuccess, ...change };
  const isOtherStory = storyText(next) !== storyText(episode);
  const changed: Episode = { ...next, ...(isOtherStory ? { timestamp: now, trust: 'user', ...change } : {}) };
  if (isDeepStrictEqual(changed, episode)) return null;
  checkCarriable('episode', changed);
  return changed;
}

/** The node of an active episode that was changed. */
export function changedNode(seen: GraphNode, before: Episode, after: Episode, now: string): NodeWrite {
  return changedRecord(seen, { before, after, now }, { textsOf, changedProperties });
}

/** The node with another outcome, with this state added to its history. */
export function withOutcome({ version, ...seen }: GraphNode, outcome: Outcome, now: string): NodeWrite {
  const properties = changedProperties(seen, { ...outcome, success: successOf(outcome) });
  return { ...seen, properties, updatedAt: now, expectedVersion: version, record: 'updated' };
}
