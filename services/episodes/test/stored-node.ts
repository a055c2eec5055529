import type { GraphNode, NodeWrite } from '@agent-mem/storage';

/** A node as a store answers it after this write. */
export function storedNode(write: NodeWrite, version = 1): GraphNode {
  const { expectedVersion: _expected, record: _record, ...rest } = write;
  const absent = {
    weight: null,
    conversationId: null,
    ordinal: null,
    validFrom: null,
    validTo: null,
    dueAt: null,
    indexedVersion: null,
  };
  return { status: 'ACTIVE', ...absent, ...rest, version };
}
