import { createHash } from 'node:crypto';
import { type Scope, scopeKey, scopeOf } from '@agent-mem/contract';
import type { StoredDetail } from '@agent-mem/storage';

type Row = Readonly<Record<string, unknown>>;
type Metadata = StoredDetail['metadata'];

/** What a row of a listing is read from. */
export const detailColumns = `m.number, m.memory_key, m.content_hash, m.size_bytes, m.content_type, m.content_metadata, m.metadata_text,
  m.created_at, m.scope_workspace, m.scope_user, m.scope_collection`;

/** Tells scopes apart in every key, in 32 bytes: their texts would be too long for an index. */
export function scopeHash(scope: Scope): Buffer {
  return createHash('sha256').update(scopeKey(scope)).digest();
}

/** The number of the lock that writers of one key take. */
export function lockOf(scope: Scope, memoryKey: string): bigint {
  return createHash('sha256')
    .update(`${scopeKey(scope)}/${memoryKey}`)
    .digest()
    .readBigInt64BE();
}

export function detailOfRow(row: Row): StoredDetail {
  const exact = row.metadata_text;
  return {
    hash: String(row.content_hash),
    sizeBytes: Number(row.size_bytes),
    memoryKey: String(row.memory_key),
    contentType: String(row.content_type),
    metadata: typeof exact === 'string' ? JSON.parse(exact) : (row.content_metadata as Metadata),
    createdAt: (row.created_at as Date).toISOString(),
  };
}

/** The scope of a row. */
export function scopeOfRow(row: Row): Scope {
  return scopeOf({
    workspace: String(row.scope_workspace),
    user: String(row.scope_user),
    collection: String(row.scope_collection),
  });
}

/** Metadata as its columns hold it. `jsonb` takes neither a zero character nor half of a surrogate pair: then the text has all. */
export function metadataColumns(metadata: Metadata): { readonly json: string; readonly text: string | null } {
  const json = JSON.stringify(metadata);
  return /\\u0000|\\ud[89a-f]/i.test(json) ? { json: '{}', text: json } : { json, text: null };
}

/** What people look for in columns of its own, where the metadata tells it. Longer names than ours are left in the metadata. */
export function namedColumns(metadata: Metadata): readonly (string | null)[] {
  const text = (value: unknown, maxLength: number) =>
    typeof value === 'string' && value.length <= maxLength && value.isWellFormed() && !value.includes('\0') ? value : null;
  const { agent_id: agent, thread_id: thread, conversation_id: conversation, memory_type: type, summary, description } = metadata;
  return [text(agent, 256), text(thread ?? conversation, 256), text(type, 256), text(summary ?? description, 10_000)];
}
