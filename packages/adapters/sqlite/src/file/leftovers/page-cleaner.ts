import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Disk } from '../commits/disk.ts';
import { unusedParts } from './unused-parts.ts';

/** One turn of the event loop is given to so many pages: about a millisecond, two where each is written to. */
const pagesAtOnce = 64;
/** From so many pages on, the number with which a page of another kind begins could be taken for the kind of a page. */
const mostPages = 0x02_00_00_00;

/**
 * Overwrites what deletions and moves have left in the unused parts of pages, in many turns. SQLite overwrites what it deletes (`secure_delete`), not what it
 * moves to another page. Only bytes that hold nothing are written, so it may be cut off anywhere.
 */
export class PageCleaner {
  readonly #database: DatabaseSync;
  readonly #disk: Disk;

  constructor(database: DatabaseSync, disk: Disk) {
    this.#database = database;
    this.#disk = disk;
  }

  /**
   * Goes through all pages. `between` is called before each turn's pages: when it resolves, the log is empty and nobody else reads or writes, until
   * the turn is over. False: the file is too large for it.
   */
  async clean(between: () => Promise<void>): Promise<boolean> {
    const pageSize = this.#number('page_size');
    const page = Buffer.alloc(pageSize);
    const zeros = Buffer.alloc(pageSize);
    for (let first = 1; ; first += pagesAtOnce) {
      await between();
      const pages = this.#number('page_count');
      if (pages >= mostPages) return false;
      const end = Math.min(first + pagesAtOnce, pages + 1);
      let isChanged = false;
      for (let number = first; number < end; number += 1) {
        const offset = (number - 1) * pageSize;
        if (this.#disk.read('file', page, offset) < pageSize) break;
        for (const [start, over] of unusedParts(page, number === 1)) {
          const length = over - start;
          if (page.compare(zeros, 0, length, start, over) === 0) continue;
          this.#disk.write('file', zeros.subarray(0, length), offset + start);
          isChanged = true;
        }
      }
      // SQLite would write a page that it holds in memory as that was before.
      if (isChanged) this.#database.exec('PRAGMA shrink_memory');
      if (end > pages) break;
      await nextTurn();
    }
    await this.#disk.flush('file');
    return true;
  }

  #number(pragma: string): number {
    return Number(Object.values(this.#database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  }
}
