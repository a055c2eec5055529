import { attributesOf, type DocumentSource } from '@agent-mem/recall';
import type { GraphNode } from '@agent-mem/storage';
import { readError } from '../experience/error-node.ts';
import { searchedError } from '../experience/error-text.ts';
import { readEpisode, storyText } from './episode-node.ts';

/** How an episode is found: by all it tells, and an error by what it is, both while they are active. Solutions are found by their errors. */
export function episodeDocument(node: GraphNode): DocumentSource | null {
  if (node.status !== 'ACTIVE') return null;
  if (node.kind === 'Error') return { text: searchedError(readError(node).key), timestamp: node.updatedAt };
  if (node.kind !== 'Episode') return null;
  const episode = readEpisode(node);
  return { text: storyText(episode), timestamp: episode.timestamp, attributes: attributesOf(node) };
}
