import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DamagedRow, type EmbeddedFile, type Row, type Transaction, type VerifiedContent } from '../file/index.ts';
import type { ContentFiles } from './content-files.ts';
import { detailsTable } from './schema.ts';

/** Content up to this size is read whole in any case, and verified at every read; larger content is at the first read of a process. */
const smallBytes = 64 * 1024;
const pieceBytes = 1024 * 1024;
/** So many pieces of larger content are remembered as verified; then it begins anew. */
const mostRemembered = 100_000;

/** Verifies content by the sha256 of its row. */
export class ContentVerifier implements VerifiedContent {
  readonly table = 'details';
  readonly #file: EmbeddedFile;
  readonly #files: ContentFiles;
  /** Large content that was verified, by its row and hash: what is stored under them never changes. */
  readonly #verified = new Set<string>();

  constructor(file: EmbeddedFile, files: ContentFiles) {
    this.#file = file;
    this.#files = files;
  }

  /** Rejects with `DamagedRow` if a row's content is not what its hash says. Of a row that is gone by then nothing is known. */
  async verify(row: Row): Promise<void> {
    const content = `${row.detail} ${row.hash}`;
    if (this.#verified.has(content)) return;
    if (!(await this.#isWhole(row))) {
      if (this.isThere(row)) throw new DamagedRow(detailsTable, row);
      return;
    }
    if (Number(row.size_bytes) <= smallBytes) return;
    if (this.#verified.size >= mostRemembered) this.#verified.clear();
    this.#verified.add(content);
  }

  /** Whether a row stands there as it was read. One that takes its place may get its number. */
  isThere({ detail, hash }: Row): boolean {
    return this.#file.read(({ statement }) => statement(thereSql).get(Number(detail), String(hash)) !== undefined);
  }

  async *damaged(): AsyncIterable<string> {
    for (let after = -1; ; ) {
      const row = this.#file.read(({ statement }) => statement(nextSql).get(after));
      if (!row) return;
      if (!(await this.#isWhole(row)) && this.isThere(row)) yield detailsTable.id(row);
      after = Number(row.detail);
    }
  }

  async #isWhole(row: Row): Promise<boolean> {
    const hash = createHash('sha256');
    const pieces = row.in_file === 1 ? this.#piecesOfFile(row) : this.#piecesOfChunks(row);
    for await (const piece of pieces) hash.update(piece);
    return hash.digest('hex') === row.hash;
  }

  async *#piecesOfFile(row: Row): AsyncIterable<Uint8Array> {
    for (let offset = 0; ; offset += pieceBytes) {
      const piece = this.#files.readIfThere(String(row.hash), offset, pieceBytes);
      if (!piece || piece.length === 0) return;
      yield piece;
      await nextTurn();
    }
  }

  async *#piecesOfChunks(row: Row): AsyncIterable<Uint8Array> {
    for (let index = 0; ; index += atOnce) {
      const chunks = this.#file.read((reader) => chunksOf(reader, Number(row.detail), index));
      yield* chunks;
      if (chunks.length < atOnce) return;
      if (index > 0) await nextTurn();
    }
  }
}

/** Chunks of 64 KiB. */
const atOnce = 16;

const thereSql = 'SELECT 1 FROM details WHERE detail = ? AND hash = ?';

const nextSql = 'SELECT * FROM details WHERE detail > ? ORDER BY detail LIMIT 1';

function chunksOf({ statement }: Pick<Transaction, 'statement'>, detail: number, index: number): Uint8Array[] {
  const sql = 'SELECT bytes FROM detail_chunks WHERE detail = ? AND place >= ? ORDER BY place LIMIT ?';
  return statement(sql)
    .all(detail, index, atOnce)
    .map(({ bytes }) => bytes as Uint8Array);
}
