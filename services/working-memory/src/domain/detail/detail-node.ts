import type { Detail, Init } from '@agent-mem/contract';
import { uniqueKeyId } from '@agent-mem/retention';
import { type GraphNode, type NodeWrite, storedMembers } from '@agent-mem/storage';

/** What a node holds of a detail; its content is in the Details, under the same key. */
export type DetailRecord = Pick<
  Detail,
  | 'memory_key'
  | 'memory_type'
  | 'description'
  | 'content_type'
  | 'size_bytes'
  | 'sha256'
  | 'metadata'
  | 'agent_id'
  | 'invocation_id'
  | 'source_command'
  | 'missing_bytes'
  | 'rests_on'
> & {
  /** What of its content it is found by; empty where that is no text. */
  readonly excerpt: string;
  /** SHA-256 of the upload it came by and of what was received: a repeat is told by it. */
  readonly origin: string;
};

const stored = storedMembers<DetailRecord>('Detail', {
  memory_key: '',
  memory_type: '',
  description: '',
  content_type: '',
  size_bytes: 0,
  sha256: '',
  metadata: {},
  agent_id: null,
  invocation_id: null,
  source_command: null,
  missing_bytes: null,
  rests_on: [],
  excerpt: '',
  origin: '',
});

/** The node of a detail that must not be there yet, or is as it was `seen`. */
export function detailNode(
  id: string,
  record: DetailRecord,
  conversationId: string | null,
  now: string,
  seen?: GraphNode,
): NodeWrite {
  return {
    id,
    kind: 'Detail',
    conversationId,
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    indexedVersion: seen?.indexedVersion ?? 0,
    properties: stored.write(record),
    expectedVersion: seen?.version ?? 0,
    record: seen ? 'rewritten' : 'stored',
  };
}

/** What the node of a detail holds. */
export function readDetail(node: Pick<GraphNode, 'properties'>): DetailRecord {
  return stored.read(node.properties);
}

/** The detail as it is answered. */
export function detailMessage(node: GraphNode): Init<Detail> {
  const { excerpt: _excerpt, origin: _origin, ...record } = readDetail(node);
  const { id, createdAt, conversationId, weight } = node;
  return { ...record, id, created_at: createdAt, conversation_id: conversationId, weight };
}

/** The unique key of the word in a placeholder: it names one detail of its scope. */
export function keyUniqueKeyId(memoryKey: string): string {
  return uniqueKeyId('key of detail', memoryKey);
}

/** All unique keys that the detail in a node may hold. */
export function uniqueKeyIdsOfNode(node: GraphNode): readonly string[] {
  return node.kind === 'Detail' ? [keyUniqueKeyId(readDetail(node).memory_key)] : [];
}
