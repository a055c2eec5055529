import { rename } from 'node:fs/promises';
import { backup, type DatabaseSync } from 'node:sqlite';
import { sqliteCodeOf, sqliteCodes } from './sqlite-error.ts';

/** Copies of a database that are being made. Each reads page by page, begins again with every page that changes place, and would meet a checkpoint of the log. */
export class Backups {
  readonly #database: DatabaseSync;
  readonly #underWay = new Set<Promise<void>>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get isAny(): boolean {
    return this.#underWay.size > 0;
  }

  /** Begins a copy at once; `copied` resolves when it is there. */
  begin(target: string): { readonly copied: Promise<void> } {
    const copied = copyTo(this.#database, target).finally(() => this.#underWay.delete(copied));
    this.#underWay.add(copied);
    return { copied };
  }

  /** Resolves when those that are being made now are done, or given up. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }
}

/** A crash half-way leaves only the `.part` file: what stands at `target` is always whole. */
async function copyTo(database: DatabaseSync, target: string): Promise<void> {
  const part = `${target}.part`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await backup(database, part);
      break;
    } catch (cause) {
      if (attempt === mostCopies || !metCommit(cause)) throw cause;
    }
  }
  await rename(part, target);
}

const mostCopies = 10;
/** SQLite's codes for "busy" and "locked"; none, where the connection has done something else since. */
const codesOfCommits: readonly unknown[] = [0, sqliteCodes.busy, sqliteCodes.locked];

/** A copy reads on a thread of its own: a step of it that meets a commit of this one fails, about once in two hundred times. */
function metCommit(cause: unknown): boolean {
  return codesOfCommits.includes(sqliteCodeOf(cause));
}
