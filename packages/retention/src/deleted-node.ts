import type { GraphNode, NodeWrite } from '@agent-mem/storage';

/** The node softly deleted: still stored, no longer found, and its state added to its history. The commit fails if it has changed since it was read. */
export function deletedNode({ version, ...seen }: GraphNode, now: string): NodeWrite {
  return { ...seen, status: 'DELETED', updatedAt: now, expectedVersion: version, record: 'deleted' };
}
