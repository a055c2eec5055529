import type { GraphNode } from '@agent-mem/storage';

/** Stands for a node that is damaged, so that it can be erased: what it says cannot be read, so what it alone refers to stays. */
export function damagedNode(id: string): GraphNode {
  return {
    id,
    kind: 'Fact',
    status: 'ACTIVE',
    version: 0,
    weight: null,
    conversationId: null,
    ordinal: null,
    validFrom: null,
    validTo: null,
    createdAt: '',
    updatedAt: '',
    dueAt: null,
    // It may be in the search index.
    indexedVersion: 0,
    properties: {},
  };
}
