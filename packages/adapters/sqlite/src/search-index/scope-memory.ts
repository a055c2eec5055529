import type { EmbeddedFile } from '../file/index.ts';
import { Columns, type ColumnValues } from './columns.ts';
import { EventLoopYield } from './event-loop-yield.ts';
import { Matrix } from './matrix.ts';
import type { PostingBlock } from './postings/posting-block.ts';
import { Postings } from './postings/postings.ts';
import { attributesOf, vectorOfBlob } from './rows.ts';

/** Rows read at once: 2 ms of them. */
const pageRows = 400;

/**
 * What is held in memory of one scope. Each part is read from the tables when it is first asked for, in pieces between which the
 * event loop turns, and follows every commit from the moment its reading starts: what a commit has set and a later piece reads
 * again is the same.
 */
export class ScopeMemory {
  readonly columns = new Columns();
  /** Resolves when the columns are whole. */
  readonly ready: Promise<void>;
  readonly #file: EmbeddedFile;
  readonly #scope: number;
  readonly #matrices = new Map<string, { readonly matrix: Matrix; readonly ready: Promise<void> }>();
  readonly #postings = new Map<string, Postings>();
  #postingBytes = 0;

  constructor(file: EmbeddedFile, scope: number) {
    this.#file = file;
    this.#scope = scope;
    this.ready = this.#readColumns();
  }

  get bytes(): number {
    let bytes = this.columns.bytes + this.#postingBytes;
    for (const { matrix } of this.#matrices.values()) bytes += matrix.bytes;
    return bytes;
  }

  /** `null`: the embedder has no vector in the scope. */
  async matrix(embedder: string): Promise<Matrix | null> {
    const known = this.#matrices.get(embedder);
    if (known) {
      await known.ready;
      return known.matrix;
    }
    const shape = this.#file.read(({ statement }) => statement(shapeSql).get(this.#scope, embedder));
    if (!shape) return null;
    const matrix = new Matrix(Number(shape.bytes) / Float32Array.BYTES_PER_ELEMENT);
    const ready = this.#readMatrix(matrix, embedder);
    this.#matrices.set(embedder, { matrix, ready });
    // What could not be read to its end is not cached.
    ready.catch(() => this.dropMatrix(embedder));
    await ready;
    return matrix;
  }

  /** Of every embedder. */
  async readMatrices(): Promise<void> {
    const rows = this.#file.read(({ statement }) => statement(embeddersSql).all(this.#scope));
    for (const { embedder } of rows) await this.matrix(String(embedder));
  }

  /** `null`: no document holds the term. Not remembered then, since anybody may ask for any word. */
  postings(term: string): Postings | null {
    const known = this.#postings.get(term);
    if (known) return known;
    const rows = this.#file.read(({ statement }) => statement(postingsSql).all(this.#scope, term));
    if (rows.length === 0) return null;
    // The table is STRICT, so its columns hold what they are declared to.
    const postings = new Postings(rows as unknown as PostingBlock[]);
    this.#postings.set(term, postings);
    this.#postingBytes += postings.bytes;
    return postings;
  }

  /** So that `postings` knows these terms: a frequent one has a row for each 256 documents. */
  async readPostings(terms: readonly { readonly term: string }[], eventLoop: EventLoopYield): Promise<void> {
    for (const { term } of terms) {
      this.postings(term);
      if (eventLoop.isOver) await eventLoop.nextTurn();
    }
  }

  setVector(number: number, embedder: string, values: Float32Array): void {
    this.#matrices.get(embedder)?.matrix.set(number, values);
  }

  removeVector(number: number, embedder: string): void {
    const matrix = this.#matrices.get(embedder)?.matrix;
    matrix?.remove(number);
    // Without a vector there is no dimension either: the next may be another.
    if (matrix?.size === 0) this.dropMatrix(embedder);
  }

  dropMatrix(embedder: string): void {
    this.#matrices.delete(embedder);
  }

  setCount(term: string, number: number, count: number): void {
    const postings = this.#postings.get(term);
    if (!postings) return;
    this.#postingBytes -= postings.bytes;
    if (postings.change(number, count)) this.#postingBytes += postings.bytes;
    else this.#postings.delete(term);
  }

  async #readColumns(): Promise<void> {
    await this.#inPieces(columnsSql, [this.#scope], (row) => {
      // The tables are STRICT, so their columns hold what they are declared to.
      this.columns.set(Number(row.number), { ...row, attributes: attributesOf(row.attributes) } as unknown as ColumnValues);
    });
  }

  async #readMatrix(matrix: Matrix, embedder: string): Promise<void> {
    await this.#inPieces(vectorsSql, [this.#scope, embedder], (row) => {
      matrix.set(Number(row.number), vectorOfBlob(row.vector as Uint8Array));
    });
  }

  async #inPieces(
    sql: string,
    parameters: readonly (string | number)[],
    take: (row: Readonly<Record<string, unknown>>) => void,
  ): Promise<void> {
    const eventLoop = new EventLoopYield();
    for (let after = -1; ; ) {
      const rows = this.#file.read(({ statement }) => statement(sql).all(...parameters, after, pageRows));
      for (const row of rows) take(row);
      const last = rows.at(-1);
      if (!last || rows.length < pageRows) return;
      after = Number(last.number);
      if (eventLoop.isOver) await eventLoop.nextTurn();
    }
  }
}

const shapeSql = 'SELECT length(vector) AS bytes FROM index_vectors WHERE scope = ? AND embedder = ? LIMIT 1';

const embeddersSql = 'SELECT DISTINCT embedder FROM index_vectors WHERE scope = ?';

const postingsSql = 'SELECT block, entries FROM index_postings WHERE scope = ? AND term = ?';

const columnsSql = `SELECT d.number, d.id, d.version, d.kind, d.conversation_id AS conversationId, d.visibility, d.ordinal, d.role,
    d.timestamp, d.length, b.fields, b.attributes
  FROM index_documents AS d CROSS JOIN index_bodies AS b ON b.scope = d.scope AND b.number = d.number
  WHERE d.scope = ? AND d.live = 1 AND d.number > ? ORDER BY d.number LIMIT ?`;

const vectorsSql = `SELECT number, vector FROM index_vectors WHERE scope = ? AND embedder = ? AND number > ?
  ORDER BY number LIMIT ?`;
