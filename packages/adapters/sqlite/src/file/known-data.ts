import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { dataFile, dataFileName, dataFolder, dataFolders, dataNote } from '@agent-mem/runtime/data-directory';
import { ownersFileMode } from '@agent-mem/runtime/owners-mode';

/** Which data file a folder holds. It stands beside the file, so that a missing one is not taken for a new folder. */
export interface KnownData {
  /** `null` if the note cannot be read: there was a file, and which one is unknown. */
  readonly id: string | null;
  /** Its pages were found damaged, and not yet found whole. */
  readonly isDamaged: boolean;
}

/** The folder's data file is not the one that it knew. */
export class DataMissing extends Error {
  override readonly name = 'DataMissing';
}

/** What a folder knows of its data file; `null`: it never had one, or had it from a version that made no note. */
export function readKnownData(directory: string): KnownData | null {
  if (!existsSync(dataNote(directory))) return null;
  try {
    const json = JSON.parse(readFileSync(dataNote(directory), 'utf8')) as Record<string, unknown>;
    return { id: typeof json.id === 'string' ? json.id : null, isDamaged: json.damaged === true };
  } catch {
    return { id: null, isDamaged: false };
  }
}

/** Notes which data file a folder holds. Written beside and renamed, so that nobody reads half of it. */
export function writeKnownData(directory: string, { id, isDamaged }: KnownData): void {
  const path = dataNote(directory);
  const json = { file: dataFileName, id, ...(isDamaged ? { damaged: true } : {}) };
  writeFileSync(`${path}.part`, `${JSON.stringify(json)}\n`, { mode: ownersFileMode });
  const descriptor = openSync(`${path}.part`, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${path}.part`, path);
}

/** Lets the next start take whatever data file is there for the folder's own. */
export function forgetKnownData(directory: string): void {
  rmSync(dataNote(directory), { force: true });
}

/** Throws `DataMissing` where a folder knew data, and its file is gone, empty or no data file. Opens nothing. */
export function checkKnownData(directory: string): void {
  const path = dataFile(directory);
  const found = statSync(path, { throwIfNoEntry: false });
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  // A write-ahead log with content belongs to a data file, also where an older version made no note.
  const knew = existsSync(dataNote(directory)) || (log?.size ?? 0) > 0;
  if (!found || found.size === 0) {
    if (!knew) return;
    throw new DataMissing(`${path} ${found ? 'is empty (0 bytes)' : 'is gone'}, and ${directory} held data in it: ${cures}`);
  }
  if (!isSqlite(path)) throw new DataMissing(`${path} is no SQLite file, or its first page is damaged: ${cures}`);
}

/** Throws `DataMissing` where the file that was opened holds the tables of another program. Writes nothing. */
export function checkOwnData(database: DatabaseSync, directory: string): void {
  const tables = database.prepare("SELECT count(*) AS tables, sum(name = 'migrations') AS own FROM sqlite_schema").get();
  if (tables?.tables === 0 || Number(tables?.own) > 0) return;
  throw new DataMissing(`${dataFile(directory)} holds data of another program: ${cures}`);
}

/** Throws `DataMissing` where the file that was opened is not the one that the folder knew. */
export function checkIdentity(directory: string, id: string): void {
  const known = readKnownData(directory)?.id ?? id;
  if (known === id) return;
  throw new DataMissing(`${dataFile(directory)} is another data file than the one that ${directory} held: ${cures}`);
}

/** Moves a folder's data file aside with all that belongs to it. Answers the new names of the file and of the folders beside it, as far as they were there. */
export function setDataAside(directory: string, now: number): readonly string[] {
  const path = dataFile(directory);
  const time = new Date(now).toISOString().replaceAll(':', '-');
  const moved: string[] = [];
  // The content goes first: the next data file would have it deleted.
  for (const folder of dataFolders.map((name) => dataFolder(directory, name))) {
    if (!existsSync(folder) || readdirSync(folder).length === 0) continue;
    renameSync(folder, `${folder}.${time}`);
    moved.push(`${folder}.${time}`);
  }
  // The file with its write-ahead log: what was committed last may stand only there.
  for (const suffix of ['', '-wal', '-shm']) {
    if (!existsSync(path + suffix)) continue;
    renameSync(path + suffix, `${path}.${time}${suffix}`);
    if (suffix === '') moved.unshift(`${path}.${time}`);
  }
  return moved;
}

const cures =
  'put it back, bring a backup back with "restore FILE", or start with --new-data to go on without it (what is there is set aside)';

function isSqlite(path: string): boolean {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(16);
    readSync(descriptor, bytes, 0, 16, 0);
    return Buffer.from(bytes).toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(descriptor);
  }
}
