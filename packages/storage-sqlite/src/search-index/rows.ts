import type { EmbeddedVector, IndexDocument } from '@agent-mem/storage';

type Row = Readonly<Record<string, unknown>>;

/** A document of a row of `index_documents` joined with its body. The tables are STRICT, so a column holds what it is declared to. */
export function documentOfRow(row: Row, vectors: readonly EmbeddedVector[]): IndexDocument {
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    conversationId: row.conversation_id,
    visibility: row.visibility,
    ordinal: row.ordinal,
    role: row.role,
    timestamp: row.timestamp,
    terms: JSON.parse(String(row.terms)),
    length: row.length,
    vectors,
    fields: JSON.parse(String(row.fields)),
  } as IndexDocument;
}

/** A vector's bytes as they are kept. Little endian, as every machine that Node runs on. */
export function blobOfVector(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** The vector in a blob. A copy, since floats must start at a multiple of four bytes. */
export function vectorOfBlob(blob: Uint8Array): Float32Array<ArrayBuffer> {
  return new Float32Array(new Uint8Array(blob).buffer);
}
