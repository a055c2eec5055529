import type { DocumentSource } from '@agent-mem/recall';
import type { GraphNode } from '@agent-mem/storage';
import { storyOf, storyText } from './episode/episode-node.ts';
import { errorKey } from './experience/error-node.ts';
import { searchedError } from './experience/error-text.ts';

/** How an episode is found: by all it tells, and an error by what it is, both while they are active. Solutions are found by their errors. */
export function episodeDocument(node: GraphNode): DocumentSource | null {
  if (node.status !== 'ACTIVE') return null;
  if (node.kind === 'Error') return { text: searchedError(errorKey(node)), timestamp: node.updatedAt };
  if (node.kind !== 'Episode') return null;
  const { timestamp } = node.properties;
  return { text: storyText(storyOf(node)), timestamp: typeof timestamp === 'string' ? timestamp : node.createdAt };
}
