import type { Transaction } from '@agent-mem/sqlite';
import type { IndexDocument } from '@agent-mem/storage';
import { ByteCache } from './byte-cache.ts';
import { Columns, type ColumnValues } from './columns.ts';
import { Matrix } from './matrix.ts';
import { vectorOfBlob } from './rows.ts';

type Statements = Pick<Transaction, 'statement'>;

/** The columns and matrices of the scopes that were searched last. They follow each commit; what is not loaded is left to the tables. */
export class InMemory {
  readonly #columns: ByteCache<Columns>;
  readonly #matrices: ByteCache<Matrix>;

  /** @param maxBytes of all matrices; the columns may take a quarter as much beside them. */
  constructor(maxBytes: number) {
    this.#columns = new ByteCache(maxBytes / 4);
    this.#matrices = new ByteCache(maxBytes);
  }

  columns(reader: Statements, scope: number): Columns {
    return this.#columns.get(String(scope), () => loadColumns(reader, scope));
  }

  /** `null`: the embedder has no vector in the scope. */
  matrix(reader: Statements, scope: number, embedder: string): Matrix | null {
    const key = matrixKey(scope, embedder);
    if (this.#matrices.peek(key)) return this.#matrices.get(key, () => new Matrix(0));
    const loaded = loadMatrix(reader, scope, embedder);
    return loaded && this.#matrices.get(key, () => loaded);
  }

  /** After the commit of a document. */
  put(scope: number, number: number, document: IndexDocument, formerEmbedders: readonly string[]): void {
    this.#columns.peek(String(scope))?.set(number, document);
    for (const embedder of formerEmbedders) {
      if (!document.vectors.some((vector) => vector.embedder === embedder)) this.#removeVector(scope, embedder, number);
    }
    for (const { embedder, values } of document.vectors) this.#matrices.peek(matrixKey(scope, embedder))?.set(number, values);
  }

  /** After the commit of a deletion. */
  remove(scope: number, number: number, embedders: readonly string[]): void {
    this.#columns.peek(String(scope))?.remove(number);
    for (const embedder of embedders) this.#removeVector(scope, embedder, number);
  }

  clear(scope: number): void {
    this.#columns.drop(String(scope));
    this.#matrices.dropWhere((key) => key.startsWith(matrixKey(scope, '')));
  }

  /** After the commit that has dropped all vectors of an embedder. */
  dropMatrix(scope: number, embedder: string): void {
    this.#matrices.drop(matrixKey(scope, embedder));
  }

  #removeVector(scope: number, embedder: string, number: number): void {
    const key = matrixKey(scope, embedder);
    const matrix = this.#matrices.peek(key);
    matrix?.remove(number);
    // Without a vector there is no dimension either: the next may be another.
    if (matrix?.size === 0) this.#matrices.drop(key);
  }
}

function matrixKey(scope: number, embedder: string): string {
  return `${scope}:${embedder}`;
}

function loadColumns({ statement }: Statements, scope: number): Columns {
  const columns = new Columns();
  const rows = statement(
    `SELECT number, kind, conversation_id AS conversationId, visibility, role, length
     FROM index_documents WHERE scope = ? AND live = 1`,
  ).iterate(scope);
  // The table is STRICT, so its columns hold what they are declared to.
  for (const row of rows) columns.set(Number(row.number), row as unknown as ColumnValues);
  return columns;
}

function loadMatrix({ statement }: Statements, scope: number, embedder: string): Matrix | null {
  const count = statement('SELECT count(*) AS vectors FROM index_vectors WHERE scope = ? AND embedder = ?');
  let matrix: Matrix | null = null;
  const rows = statement('SELECT number, vector FROM index_vectors WHERE scope = ? AND embedder = ?').iterate(scope, embedder);
  for (const row of rows) {
    const vector = vectorOfBlob(row.vector as Uint8Array);
    matrix ??= new Matrix(vector.length, Number(count.get(scope, embedder)?.vectors));
    matrix.set(Number(row.number), vector);
  }
  return matrix;
}
