import type { DocumentSource } from '@agent-mem/recall';
import type { GraphNode } from '@agent-mem/storage';
import { factText, factVisibility } from './fact-node.ts';

/** How a fact is found: by its statement, with misspelt queries allowed for, while it is active. Unique keys are never found. */
export function factDocument(node: GraphNode): DocumentSource | null {
  if (node.kind !== 'Fact' || node.status !== 'ACTIVE') return null;
  const { timestamp } = node.properties;
  return {
    text: factText(node),
    spelled: true,
    visibility: factVisibility(node),
    timestamp: typeof timestamp === 'string' ? timestamp : node.createdAt,
  };
}
