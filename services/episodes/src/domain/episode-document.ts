import type { DocumentSource } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { storyOf, storyText } from './episode-node.ts';

/** How an episode is found: by all it tells, while it is active. The other kinds are not found on their own. */
export function episodeDocument(node: GraphNode): DocumentSource | null {
  if (node.kind !== 'Episode' || node.status !== 'ACTIVE') return null;
  const { timestamp } = node.properties;
  return { text: storyText(storyOf(node)), timestamp: typeof timestamp === 'string' ? timestamp : node.createdAt };
}
