import { type Episode, textHash } from '@agent-mem/contract';
import { uniqueKeyId } from '@agent-mem/retention';
import type { GraphNode } from '@agent-mem/storage';
import { readEpisode, type Story } from './episode-node.ts';

/** The unique key of a story: the same goal, steps, outcome and lessons are the same episode. */
export function episodeUniqueKeyId({ goal, steps, outcome, lessons }: Story): string {
  return uniqueKeyId('episode', textHash(goal), ...steps.map(textHash), textHash(outcome), textHash(lessons));
}

/** The unique key of the name that a caller has given to an episode; none if it has no name. */
export function keyUniqueKeyIds({ key }: Partial<Pick<Episode, 'key'>>): readonly string[] {
  return key ? [uniqueKeyId('key of episode', key)] : [];
}

/** All unique keys that the episode in a node may hold. */
export function uniqueKeyIdsOfNode(node: GraphNode): readonly string[] {
  const episode = readEpisode(node);
  return [episodeUniqueKeyId(episode), ...keyUniqueKeyIds(episode)];
}
