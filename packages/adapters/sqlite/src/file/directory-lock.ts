import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dataFile } from '@agent-mem/runtime/data-directory';
import { makeOwnersFolder, ownersFileMode } from '@agent-mem/runtime/owners-mode';
import { checkKnownData } from './known-data.ts';
import { makeOwnersFile } from './owners-file.ts';
import { sqliteCodeOf, sqliteCodes } from './sqlite-error.ts';

/** Who holds a data directory. */
export interface DirectoryOwner {
  readonly pid: number;
  /** Where it answers over HTTP; `null` while it starts, or when it serves none. */
  readonly address: string | null;
  /** What it knows those by who may read this file; `null`: nothing. */
  readonly key: string | null;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** The right to open a directory's data. Disposing gives it back; so does the end of the process, however it ends. */
export interface DirectoryLock extends AsyncDisposable {
  /** Tells others where the owner answers, and what it knows them by: only the data's owner may read that. */
  setAddress(address: string | null, key?: string | null): void;
}

/** The directory belongs to a running process. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
  /** `null` if the owner has not written its name yet. */
  readonly owner: DirectoryOwner | null;

  constructor(directory: string, owner: DirectoryOwner | null) {
    super(
      `${directory} is in use by ${owner ? describeOwner(owner) : 'another process, which has not written its name yet or whose agent-mem.lock is gone'}`,
    );
    this.owner = owner;
  }
}

/**
 * Takes the directory, or throws `DirectoryInUse` with its owner.
 * `agent-mem.lock` (JSON) only names the owner. What excludes others is an open transaction on the tiny file beside it:
 * the operating system ends that with the process, so a reused pid or a kill cannot leave a directory locked, or unlocked. The data file
 * is locked as well while it is open, for the case that somebody deletes the other two.
 */
export async function lockDirectory(directory: string, owner: { readonly address: string | null }): Promise<DirectoryLock> {
  makeOwnersFolder(directory);
  const held = hold(directory, 'BEGIN EXCLUSIVE');
  if (!held) throw new DirectoryInUse(directory, readNamePlate(directory));
  if (isDataFileHeld(directory)) {
    held.close();
    throw new DirectoryInUse(directory, readNamePlate(directory));
  }
  const startedAt = new Date().toISOString();
  writeNamePlate(directory, { pid: process.pid, address: owner.address, key: null, startedAt });
  let released = false;
  return {
    setAddress(address, key = null) {
      if (!released) writeNamePlate(directory, { pid: process.pid, address, key, startedAt });
    },
    async [Symbol.asyncDispose]() {
      if (released) return;
      released = true;
      rmSync(namePlate(directory), { force: true });
      held.close();
    },
  };
}

/** The running process that holds the directory, or `null` if nobody does. */
export async function readOwner(directory: string): Promise<DirectoryOwner | null> {
  const owner = readNamePlate(directory);
  if (!owner) return null;
  const probe = hold(directory, 'BEGIN; SELECT 1 FROM sqlite_schema');
  if (!probe) return owner;
  probe.close();
  return null;
}

/** Opens the lock's file and begins; `null` if another holds it. The wait covers a moment of somebody's look in `readOwner`. */
function hold(directory: string, begin: string): DatabaseSync | null {
  const path = join(directory, 'agent-mem.lock.sqlite');
  // Who may read it may lock it, and so keep the data's owner out.
  makeOwnersFile(path);
  const database = new DatabaseSync(path, { timeout: 250 });
  try {
    database.exec(begin);
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/** Whether a process has the data file open, though the lock's file is free: somebody has deleted that by hand. */
function isDataFileHeld(directory: string): boolean {
  try {
    // Opens nothing that is no data file: SQLite would delete the log beside an empty one.
    checkKnownData(directory);
    if (!existsSync(dataFile(directory))) return false;
    using database = new DatabaseSync(dataFile(directory), { timeout: 250 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN; SELECT 1 FROM sqlite_schema');
    return false;
  } catch (error) {
    // What is wrong with the file is said when it is opened.
    return isBusy(error);
  }
}

function isBusy(error: unknown): boolean {
  return sqliteCodeOf(error) === sqliteCodes.busy;
}

function namePlate(directory: string): string {
  return join(directory, 'agent-mem.lock');
}

/** Written beside and renamed, so that nobody reads half of it. */
function writeNamePlate(directory: string, owner: DirectoryOwner): void {
  const path = namePlate(directory);
  const { pid, address, key, startedAt } = owner;
  const plate = { pid, address, ...(key !== null && { key }), started_at: startedAt };
  // What an end before the renaming has left may be readable by others.
  rmSync(`${path}.part`, { force: true });
  writeFileSync(`${path}.part`, `${JSON.stringify(plate)}\n`, { mode: ownersFileMode });
  renameSync(`${path}.part`, path);
}

function readNamePlate(directory: string): DirectoryOwner | null {
  try {
    const json: unknown = JSON.parse(readFileSync(namePlate(directory), 'utf8'));
    const { pid, address, key, started_at: startedAt } = json as Record<string, unknown>;
    if (typeof pid !== 'number' || typeof startedAt !== 'string') return null;
    const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
    return { pid, address: textOf(address), key: textOf(key), startedAt };
  } catch {
    return null;
  }
}

function describeOwner(owner: DirectoryOwner): string {
  const where = owner.address ? ` at ${owner.address}` : '';
  return `process ${owner.pid}${where}, started ${owner.startedAt}`;
}
