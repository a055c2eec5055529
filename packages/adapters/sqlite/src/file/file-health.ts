import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DamagedData, DataUnwritable, OperationError } from '@agent-mem/contract';
import { DamagedRow } from './checksum.ts';
import { troubleOf } from './file-trouble.ts';
import { sentenceOfPages, sentenceOfRow, sentenceOfTrouble } from './sentences.ts';

/** Something about the data file that an operator should read, once when it begins and once when it is over. */
export interface FileReport {
  readonly isOver: boolean;
  readonly sentence: string;
}

/** What the health of a file looks at. */
export interface HealthOptions {
  readonly path: string;
  /** The variable that names the folder; empty: none. */
  readonly variable: string;
  /** An earlier process found the pages damaged, and nobody has found them whole since. */
  readonly isSuspect: boolean;
  report(report: FileReport): void;
  /** The table whose pages an error came from; `null`: unknown. */
  damagedTable(): string | null;
  /** The table can be made anew from others. */
  isDerived(table: string): boolean;
  /** Looks at all pages, and reports by `foundPages`. */
  checkPages(): void;
  /** Writes something and takes it back. */
  tryToWrite(): Promise<void>;
  /** Whether a row that was damaged is so still. */
  isDamaged(row: DamagedRow): boolean;
  /** Remembers beyond the end of the process whether pages are damaged. */
  noted(isDamaged: boolean): void;
}

/** So many damaged rows are remembered and reported; `check` lists all. */
const mostRows = 100;

/**
 * Knows what is wrong with a data file. Every error of the file goes through `explain`, which makes a sentence of it for the caller and
 * remembers it for `check`.
 */
export class FileHealth {
  readonly #options: HealthOptions;
  readonly #inode: number;
  #isSuspect: boolean;
  #trouble: 'full' | 'no-disk' | 'read-only' | null = null;
  #pages: string | null = null;
  readonly #rows = new Map<string, DamagedRow>();
  #trying: Promise<void> | null = null;

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#isSuspect = options.isSuspect;
    this.#inode = statSync(options.path).ino;
  }

  /** The error as a caller should see it; one that says nothing about the file stays what it is. */
  explain(error: unknown): unknown {
    if (error instanceof OperationError) return error;
    if (error instanceof DamagedRow) return this.#explainRow(error);
    const { path, variable, report } = this.#options;
    const trouble = troubleOf(error, path);
    if (trouble === null) return error;
    if (trouble === 'pages') return this.#explainPages(error);
    const sentence = sentenceOfTrouble(trouble, path, variable);
    if (trouble !== 'descriptors' && this.#trouble !== trouble) {
      this.#trouble = trouble;
      report({ isOver: false, sentence });
    }
    if (trouble === 'descriptors') return new OperationError('unavailable', sentence, { cause: error });
    return new DataUnwritable(sentence, { cause: error });
  }

  /** `null` while the file takes writes. Else tries one: resolves if room or rights have come back, rejects with what is wrong. */
  writable(): Promise<void> | null {
    if (this.#trouble === null) return null;
    this.#trying ??= this.#tryAgain().finally(() => {
      this.#trying = null;
    });
    return this.#trying;
  }

  /** Throws where pages are known to be damaged: what they hold is not known. */
  requireWholePages(): void {
    if (this.#pages !== null) throw new DamagedData(this.#pages);
  }

  /** Remembers a row whose checksum does not match. Answers whether it was not known yet. */
  foundRow(row: DamagedRow): boolean {
    const key = `${row.table.name} ${row.id}`;
    const isNew = !this.#rows.has(key) && this.#rows.size < mostRows;
    if (isNew) this.#rows.set(key, row);
    return isNew;
  }

  /** Rejects with what keeps the file from being used as it should. Room and rights may have come back, so a write is tried. */
  async check(): Promise<void> {
    await this.writable();
    this.#checkPresence();
    if (this.#isSuspect) this.#options.checkPages();
    if (this.#pages !== null) throw new DamagedData(this.#pages);
    for (const [key, row] of this.#rows) {
      if (this.#options.isDamaged(row)) throw new DamagedData(sentenceOfRow(this.#options.path, row.table.name, row.id));
      this.#rows.delete(key);
    }
  }

  /** What was found about the pages of the file: a sentence, or `null` if they are whole. */
  foundPages(sentence: string | null): void {
    const isNews = this.#isSuspect || (sentence === null) !== (this.#pages === null);
    this.#isSuspect = false;
    this.#pages = sentence;
    if (!isNews) return;
    this.#options.report({ isOver: sentence === null, sentence: sentence ?? `${this.#options.path} is whole again` });
    try {
      this.#options.noted(sentence !== null);
    } catch (error) {
      this.explain(error);
    }
  }

  #explainRow(error: DamagedRow): DamagedData {
    const sentence = sentenceOfRow(this.#options.path, error.table.name, error.id);
    if (this.foundRow(error)) this.#options.report({ isOver: false, sentence });
    return new DamagedData(sentence, { cause: error });
  }

  #explainPages(error: unknown): DamagedData {
    const { path, damagedTable, isDerived } = this.#options;
    if (this.#pages === null) {
      const table = damagedTable();
      this.foundPages(sentenceOfPages(path, table, (error as Error).message, table !== null && isDerived(table)));
    }
    return new DamagedData(this.#pages ?? path, { cause: error });
  }

  /** That another write was small enough proves nothing. */
  async #tryAgain(): Promise<void> {
    await this.#options.tryToWrite();
    this.#trouble = null;
    this.#options.report({ isOver: true, sentence: `${dirname(this.#options.path)} can be written again` });
  }

  /** Writes to a file without a name would be acknowledged, and gone with the process. */
  #checkPresence(): void {
    const { path } = this.#options;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.ino === this.#inode && found.size > 0) return;
    const what = !found ? 'was removed' : found.ino === this.#inode ? 'was cut to 0 bytes' : 'was replaced by another file';
    throw new DamagedData(`${path} ${what} while the process runs: stop it, and bring a backup back with "restore FILE"`);
  }
}
