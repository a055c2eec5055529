import { type EmbeddedVector, type IndexAttributes, type IndexDocument, noAttributes } from '@agent-mem/storage';
import type { Row } from '../file/index.ts';

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
    attributes: attributesOf(row.attributes),
  } as IndexDocument;
}

const emptyAttributes = JSON.stringify(noAttributes);

/** The attributes in a column, as `writeDocument` has stored them. */
export function attributesOf(column: unknown): IndexAttributes | null {
  if (column === null) return null;
  return column === emptyAttributes ? noAttributes : (JSON.parse(String(column)) as IndexAttributes);
}

/** A document's vector of a row of `index_vectors`. */
export function embeddedVectorOfRow(row: Row): EmbeddedVector {
  const textHash = row.text_hash === null ? undefined : String(row.text_hash);
  return { embedder: String(row.embedder), values: vectorOfBlob(row.vector as Uint8Array), textHash };
}

/** A vector's bytes as they are stored. Little endian, as every machine that Node runs on. */
export function blobOfVector(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** The vector in a blob of its own, as SQLite gives it. Copied only if it does not start at a multiple of four bytes, as floats must. */
export function vectorOfBlob(blob: Uint8Array): Float32Array {
  const aligned = blob.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? blob : new Uint8Array(blob);
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / Float32Array.BYTES_PER_ELEMENT);
}
