import { dimensionRefusal, type EmbeddedVector, type IndexDocument } from '@agent-mem/storage';
import type { Transaction } from '../file/index.ts';
import { blockOf, editBlock, storedCount } from './postings/posting-block.ts';
import { blobOfVector } from './rows.ts';

/** Term counts to change, gathered over all documents of a write, so that a block that many of them share is written once. */
export class PostingChanges {
  readonly #byTerm = new Map<string, Map<number, Map<number, number>>>();

  /** A count of 0 removes. */
  set(term: string, number: number, count: number): void {
    const blocks = this.#byTerm.get(term) ?? new Map<number, Map<number, number>>();
    const block = blocks.get(blockOf(number)) ?? new Map<number, number>();
    this.#byTerm.set(term, blocks.set(blockOf(number), block.set(number, count)));
  }

  /** Every change, as the blocks keep it. */
  *[Symbol.iterator](): Generator<readonly [term: string, number: number, count: number]> {
    for (const [term, blocks] of this.#byTerm)
      for (const changes of blocks.values()) for (const [number, count] of changes) yield [term, number, storedCount(count)];
  }

  write({ statement }: Transaction, scope: number): void {
    const where = 'WHERE scope = ? AND term = ? AND block = ?';
    for (const [term, blocks] of this.#byTerm) {
      for (const [block, changes] of blocks) {
        const row = statement(`SELECT entries FROM index_postings ${where}`).get(scope, term, block);
        const entries = editBlock((row?.entries as Uint8Array | undefined) ?? new Uint8Array(), changes);
        if (entries.length > 0) {
          statement(
            `INSERT INTO index_postings (scope, term, block, entries) VALUES (?, ?, ?, ?)
             ON CONFLICT (scope, term, block) DO UPDATE SET entries = excluded.entries`,
          ).run(scope, term, block, entries);
        } else if (row) {
          statement(`DELETE FROM index_postings ${where}`).run(scope, term, block);
        }
      }
    }
  }
}

/** A document's place in the tables. */
export interface DocumentRow {
  readonly number: number;
  readonly version: number;
  readonly live: boolean;
}

/** Where a document stands in the index; `null`: nowhere. */
export function findRow({ statement }: Transaction, scope: number, id: string): DocumentRow | null {
  const row = statement('SELECT number, version, live FROM index_documents WHERE scope = ? AND id = ?').get(scope, id);
  return row ? { number: Number(row.number), version: Number(row.version), live: row.live === 1 } : null;
}

/** Removes what a document has beside its row. Answers the embedders it had vectors of. */
export function removeContent({ statement }: Transaction, scope: number, number: number, postings: PostingChanges): string[] {
  const body = statement('DELETE FROM index_bodies WHERE scope = ? AND number = ? RETURNING terms').all(scope, number)[0];
  for (const term of Object.keys(JSON.parse(String(body?.terms ?? '{}')))) postings.set(term, number, 0);
  const vectors = statement('DELETE FROM index_vectors WHERE scope = ? AND number = ? RETURNING embedder').all(scope, number);
  return vectors.map(({ embedder }) => String(embedder));
}

/** Writes a document under its number, or a new one. */
export function writeDocument(
  { statement }: Transaction,
  scope: number,
  document: IndexDocument,
  existing: DocumentRow | null,
  postings: PostingChanges,
): number {
  const number = existing?.number ?? nextNumber(statement, scope);
  statement(
    `INSERT OR REPLACE INTO index_documents
       (scope, number, id, version, live, kind, conversation_id, visibility, ordinal, role, timestamp, length,
        has_attributes)
     VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    scope,
    number,
    document.id,
    document.version,
    document.kind,
    document.conversationId,
    document.visibility,
    document.ordinal,
    document.role,
    document.timestamp,
    document.length,
    document.attributes === null ? 0 : 1,
  );
  statement('INSERT INTO index_bodies (scope, number, terms, fields, attributes) VALUES (?, ?, ?, ?, ?)').run(
    scope,
    number,
    JSON.stringify(document.terms),
    JSON.stringify(document.fields),
    document.attributes === null ? null : JSON.stringify(document.attributes),
  );
  for (const [term, count] of Object.entries(document.terms)) postings.set(term, number, count);
  for (const [at, { embedder, values, textHash = null }] of document.vectors.entries()) {
    statement('INSERT INTO index_vectors (scope, embedder, number, place, vector, text_hash) VALUES (?, ?, ?, ?, ?, ?)').run(
      scope,
      embedder,
      number,
      at,
      blobOfVector(values),
      textHash,
    );
  }
  return number;
}

/** Notes that a document is gone, and up to which version, and nothing else of it; also of one that never came. Answers its number. */
export function writeTombstone(
  { statement }: Transaction,
  scope: number,
  { id, version }: { readonly id: string; readonly version: number },
  existing: DocumentRow | null,
): number {
  const number = existing?.number ?? nextNumber(statement, scope);
  statement(
    `INSERT INTO index_documents (scope, number, id, version, live, kind, visibility, timestamp, length)
     VALUES (?, ?, ?, ?, 0, '', '', 0, 0)
     ON CONFLICT (scope, number) DO UPDATE SET live = 0, version = excluded.version, kind = '', conversation_id = NULL,
       visibility = '', ordinal = NULL, role = NULL, timestamp = 0, length = 0`,
  ).run(scope, number, id, version);
  return number;
}

/**
 * Throws `invalid-argument` when a vector has another dimension than its embedder's others, in the scope or beside it.
 * Before anything is written: a document that replaces itself must not be the one to forget the dimension.
 */
export function checkDimensions(reader: Pick<Transaction, 'statement'>, scope: number, vectors: readonly EmbeddedVector[]): void {
  const known = new Map<string, number>();
  for (const { embedder, values } of vectors) {
    const dimensions = known.get(embedder) ?? dimensionsOf(reader, scope, embedder) ?? values.length;
    if (dimensions !== values.length) {
      throw dimensionRefusal(embedder, dimensions, values.length);
    }
    known.set(embedder, dimensions);
  }
}

function dimensionsOf({ statement }: Pick<Transaction, 'statement'>, scope: number, embedder: string): number | null {
  const sql = 'SELECT length(vector) AS bytes FROM index_vectors WHERE scope = ? AND embedder = ? LIMIT 1';
  const row = statement(sql).get(scope, embedder);
  return row ? Number(row.bytes) / Float32Array.BYTES_PER_ELEMENT : null;
}

function nextNumber(statement: Transaction['statement'], scope: number): number {
  return Number(statement('SELECT ifnull(max(number) + 1, 0) AS next FROM index_documents WHERE scope = ?').get(scope)?.next);
}
