import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Disk } from './disk.ts';

/** A longer log is rewound as soon as a commit has made it so long: what it holds is moved in one turn of the event loop. */
const mostBytes = 8 * 1_024 * 1_024;
/** Of the log, and of each page in it: the second names the commits that the page is one of, as the first does. See https://www.sqlite.org/fileformat2.html#walformat */
const headerBytes = 32;
const frameBytes = 24;
/** In place of the log's header: the log holds nothing. */
const noHeader = new Uint8Array(headerBytes);

/**
 * The log that SQLite writes commits to, and their way on into the file. SQLite itself would keep the whole process waiting for the disk. Here a commit only
 * hands its pages to the operating system, and the disk is waited for beside the event loop. A power cut at any moment leaves a whole log, or a whole file.
 */
export class WriteAheadLog {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #disk: Disk;
  /** The file has what the log held, and the disk perhaps not yet. */
  #isMoved = false;
  /** The disk has failed to take it. */
  #isDoubtful = false;

  constructor(database: DatabaseSync, path: string, disk: Disk) {
    this.#database = database;
    this.#path = `${path}-wal`;
    this.#disk = disk;
    database.exec('PRAGMA wal_autocheckpoint = 0');
    this.#syncBySqlite('NORMAL');
  }

  /** It holds so much that it should begin anew. SQLite does not say how much, and the file keeps its length: the page at that place is of these commits, or of earlier ones. */
  get isLong(): boolean {
    const header = this.#disk.read('log', 0, headerBytes);
    const pageBytes = header.length < headerBytes ? 0 : header.readUInt32BE(8);
    if (pageBytes === 0) return false;
    const place = headerBytes + Math.floor(mostBytes / pageBytes) * (frameBytes + pageBytes);
    const frame = this.#disk.read('log', place, frameBytes);
    return frame.subarray(8, 16).equals(header.subarray(16, 24));
  }

  /**
   * Resolves when the disk has all that was committed before. After it has failed once the operating system may have dropped what it was to write, so then
   * all is written anew, to the file.
   */
  async flushed(): Promise<void> {
    if (this.#isDoubtful) return this.empty();
    try {
      await this.#disk.flush('log');
    } catch (error) {
      this.#isDoubtful = true;
      throw error;
    }
  }

  /** Moves all that it holds into the file and cuts it to nothing. No commit may meet it: SQLite would begin the log anew over what the disk does not have yet. */
  async empty(): Promise<void> {
    if (this.#bytes === 0) return;
    await this.#move();
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await this.#beginAnew();
  }

  /** Does the same and keeps its room on the disk, so that commits need not find new room. What it has held can still be read there. */
  async rewind(): Promise<void> {
    await this.#move();
    this.#database.exec('PRAGMA wal_checkpoint(RESTART)');
    this.#disk.write('log', noHeader);
    await this.#beginAnew();
  }

  async #move(): Promise<void> {
    this.#syncBySqlite('OFF');
    do {
      await this.#disk.flush('log');
      this.#isMoved = true;
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      await this.#disk.flush('file');
      // Else a write came that could not wait.
    } while (!this.#isMoved);
    // Until the log begins anew SQLite waits by itself, which it does where it has something left to move.
    this.#syncBySqlite('NORMAL');
  }

  async #beginAnew(): Promise<void> {
    this.#isMoved = false;
    await this.#disk.flush('log');
    // The disk holds no commit in the log, so the order in which it takes the next ones is of no account.
    this.#syncBySqlite('OFF');
    this.#isDoubtful = false;
  }

  /** Before a write that cannot wait, and may come while the log moves: what is moved is done with, within this turn. */
  settleNow(): void {
    if (!this.#isMoved) return;
    this.#disk.flushNow('file');
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#disk.flushNow('log');
    this.#isMoved = false;
  }

  /** Moves all that it holds into the file, within this turn. */
  emptyNow(): void {
    this.#syncBySqlite('FULL');
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  get #bytes(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** How SQLite waits for the disk. It takes effect when SQL is compiled, and between two transactions. */
  #syncBySqlite(level: 'OFF' | 'NORMAL' | 'FULL'): void {
    this.#database.exec(`PRAGMA synchronous = ${level}`);
  }
}
