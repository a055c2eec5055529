import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { OperationError } from '@agent-mem/contract';
import type { Disk } from './disk.ts';

/** A longer log is rewound after the commit that made it so long. One turn of the event loop moves what it holds, in some 5 ms. */
const mostBytes = 8 * 1_024 * 1_024;
/** Of the log, and of each page in it. Both name the run of commits that they belong to. See https://www.sqlite.org/fileformat2.html#walformat */
const headerBytes = 32;
const frameBytes = 24;
/** In place of the log's header: the log holds nothing. */
const noHeader = new Uint8Array(headerBytes);

/**
 * The log that SQLite writes commits to, and their way on into the file. SQLite itself would block the event loop until the disk has them. Here a commit
 * hands its pages to the operating system, and a thread waits for the disk. A power cut at any moment leaves a whole log or a whole file.
 */
export class WriteAheadLog {
  readonly #database: DatabaseSync;
  readonly #file: string;
  readonly #disk: Disk;
  /** The file has what the log held, and the disk perhaps not yet. */
  #isMoved = false;
  /** The disk has refused a sync of the log. */
  #isDoubtful = false;
  /** The disk has refused a sync of the file; `null`: it has not. */
  #refusal: OperationError | null = null;

  constructor(database: DatabaseSync, path: string, disk: Disk) {
    this.#database = database;
    this.#file = path;
    this.#disk = disk;
    database.exec('PRAGMA wal_autocheckpoint = 0');
    this.#syncBySqlite('NORMAL');
  }

  /**
   * It holds so much that it should begin anew. SQLite does not say how much it holds, and a log that was rewound keeps its length. So the page at that
   * position is looked at: it belongs to the present run of commits, or to an earlier one.
   */
  get isLong(): boolean {
    const header = Buffer.alloc(headerBytes);
    this.#disk.read('log', header, 0);
    const pageBytes = header.readUInt32BE(8);
    if (pageBytes === 0) return false;
    const frame = Buffer.alloc(frameBytes);
    const position = headerBytes + Math.floor(mostBytes / pageBytes) * (frameBytes + pageBytes);
    return this.#disk.read('log', frame, position) === frameBytes && frame.subarray(8, 16).equals(header.subarray(16, 24));
  }

  /**
   * Resolves when the disk has all that was committed before. After one failure the operating system may have dropped pages that the disk never got. Then
   * everything is written anew, to the file.
   */
  async flushed(): Promise<void> {
    await (this.#isDoubtful ? this.empty() : this.#flushLog());
  }

  /** Throws while a commit could overwrite what the disk has in the log alone: it has refused a sync of the file, and a second sync would say nothing of what it lost. */
  requireSound(): void {
    if (this.#refusal) throw this.#refusal;
  }

  /** Moves everything into the file and cuts the log to nothing. The caller lets no commit begin before it resolves: the commit would overwrite pages in the log that the disk does not have in the file yet. */
  async empty(): Promise<void> {
    if (this.#bytes === 0) return;
    await this.#move();
    if (this.#checkpoint('TRUNCATE')) await this.#beginAnew();
  }

  /** Does the same but keeps the log's length, so that commits need no new room on the disk. The old pages can still be read there. */
  async rewind(): Promise<void> {
    await this.#move();
    if (!this.#checkpoint('RESTART')) return;
    this.#disk.write('log', noHeader, 0);
    await this.#beginAnew();
  }

  async #move(): Promise<void> {
    this.#syncBySqlite('OFF');
    do {
      await this.#flushLog();
      this.#checkpoint('PASSIVE');
      this.#isMoved = true;
      await this.#disk.flush('file').catch((cause) => this.#refuse(cause));
      // A migration that came meanwhile may have been refused too.
      this.requireSound();
      // A migration came meanwhile: again.
    } while (!this.#isMoved);
    this.#isMoved = false;
    // SQLite syncs by itself until the log begins anew, in case it has pages left to move.
    this.#syncBySqlite('NORMAL');
  }

  async #beginAnew(): Promise<void> {
    await this.#flushLog();
    // The disk now has an empty log: it may take the pages of the next commits in any order.
    this.#syncBySqlite('OFF');
    this.#isDoubtful = false;
  }

  async #flushLog(): Promise<void> {
    try {
      await this.#disk.flush('log');
    } catch (error) {
      this.#isDoubtful = true;
      throw error;
    }
  }

  #refuse(cause: unknown): never {
    const sentence = `The disk has refused to store what was committed to ${this.#file}. The log still has it: start the process again`;
    this.#refusal = new OperationError('unavailable', sentence, { cause });
    throw this.#refusal;
  }

  /** Called before a migration, which cannot wait and may come in the middle of `empty`: finishes the move in this turn. */
  settleNow(): void {
    this.requireSound();
    if (!this.#isMoved) return;
    try {
      this.#disk.flushNow('file');
    } catch (cause) {
      this.#refuse(cause);
    }
    this.#checkpoint('TRUNCATE');
    this.#disk.flushNow('log');
    this.#isMoved = false;
  }

  /** Moves everything into the file and closes the database. After a refusal it stays open until the process ends: SQLite would delete the log with the only copy. */
  close(): void {
    if (this.#refusal) return;
    try {
      this.#syncBySqlite('FULL');
      this.#checkpoint('TRUNCATE');
    } finally {
      this.#database.close();
      this.#disk[Symbol.dispose]();
    }
  }

  /** False: another connection reads pages of the log, which stay there. */
  #checkpoint(mode: 'PASSIVE' | 'RESTART' | 'TRUNCATE'): boolean {
    return this.#database.prepare(`PRAGMA wal_checkpoint(${mode})`).get()?.busy === 0;
  }

  get #bytes(): number {
    return statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Which syncs SQLite makes by itself. A change takes effect between two transactions. */
  #syncBySqlite(level: 'OFF' | 'NORMAL' | 'FULL'): void {
    this.#database.exec(`PRAGMA synchronous = ${level}`);
  }
}
