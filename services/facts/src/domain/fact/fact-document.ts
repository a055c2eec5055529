import { attributesOf, type DocumentSource } from '@agent-mem/recall';
import type { GraphNode } from '@agent-mem/storage';
import { readFact } from './fact-node.ts';

/** How a fact is found: by its statement, with misspelt queries allowed for, while it is active. Unique keys are never found. */
export function factDocument(node: GraphNode): DocumentSource | null {
  if (node.kind !== 'Fact' || node.status !== 'ACTIVE') return null;
  const { content, visibility, timestamp } = readFact(node);
  return { text: content, spelled: true, visibility, timestamp, attributes: attributesOf(node) };
}
