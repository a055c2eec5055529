import type { DocumentSource } from '@agent-mem/recall';
import type { GraphNode } from '@agent-mem/storage';
import { readDetail } from './detail-node.ts';

/** How a detail is found: by its key, its description and its excerpt, while it is active. */
export function detailDocument(node: GraphNode): DocumentSource | null {
  if (node.kind !== 'Detail' || node.status !== 'ACTIVE') return null;
  const { memory_key, memory_type, description, source_command, excerpt } = readDetail(node);
  const name = `${memory_key} ${memory_key.replaceAll('_', ' ')} ${memory_type.replaceAll('_', ' ')}`;
  return {
    text: [name, source_command ?? '', description, excerpt].filter((part) => part !== '').join('\n'),
    timestamp: node.createdAt,
  };
}
