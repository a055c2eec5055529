import { hash } from 'node:crypto';
import { lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceDerivedFile, syncFolder } from '@agent-mem/runtime';
import { isConflictFile, isEntryFile } from '../layout/place-of-path.ts';

/** Larger than any entry that memory writes: such a file is reported, and not read. */
const mostFileBytes = 1024 * 1024;

/** A file as it is on the disk, or why it is not read. */
export type FileState = TextFile | { readonly state: 'missing' } | RefusedFile;

/** A file of text. */
export interface TextFile {
  readonly state: 'text';
  readonly text: string;
  readonly sha256: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** A file that is not read, and stays as it is. */
export interface RefusedFile {
  readonly state: 'refused';
  readonly reason: string;
  /** What the reason is about: the file, or a place above it that is no folder. */
  readonly place: string;
  /** Where in the file; `null`: the whole place is meant. */
  readonly line: number | null;
}

/** The files of one scope. Paths are from its folder, with `/` between names. No symbolic link below that folder is followed. */
export class VaultFiles {
  readonly root: string;
  /** Folders to make last. */
  readonly #touched = new Set<string>();

  constructor(root: string) {
    this.root = root;
  }

  pathOf(path: string): string {
    return join(this.root, ...path.split('/'));
  }

  async read(path: string): Promise<FileState> {
    const at = this.pathOf(path);
    const obstacle = await this.obstacleAbove(path);
    if (obstacle) return obstacle;
    try {
      const found = await lstat(at);
      if (found.isSymbolicLink()) return refused(path, noLink);
      if (!found.isFile()) return refused(path, 'it is no file');
      if (found.size > mostFileBytes)
        return refused(path, `it has ${found.size} bytes, and an entry has at most ${mostFileBytes}`);
      const bytes = await readFile(at);
      const text = decodeUtf8(bytes);
      if (text === null) return refused(path, 'it is not UTF-8; save it as UTF-8', firstOtherLine(bytes));
      return { state: 'text', text, sha256: hash('sha256', bytes), modifiedAt: found.mtimeMs };
    } catch (error) {
      if (isMissing(error)) return { state: 'missing' };
      throw error;
    }
  }

  /**
   * Replaces a file as a whole, and answers the hash of its bytes; `null`: the file is no longer as it was seen, and stays. Rejects where a place above it is no
   * folder: `read` says that as `refused`.
   */
  async write(path: string, text: string, seen: FileState): Promise<string | null> {
    const at = this.pathOf(path);
    // Before a folder is made: through a link it would be made outside.
    const obstacle = await this.obstacleAbove(path);
    if (obstacle) throw new Error(`${this.pathOf(obstacle.place)}: ${obstacle.reason}`);
    if (!(await replaceDerivedFile(at, text, () => this.#isAsSeen(path, seen)))) return null;
    this.#touched.add(dirname(at));
    return hash('sha256', text);
  }

  /** Removes a file that has this text still, and answers whether it did. */
  async removeText(path: string, sha256: string): Promise<boolean> {
    const file = await this.read(path);
    if (file.state !== 'text' || file.sha256 !== sha256) return false;
    await this.remove(path);
    return true;
  }

  async #isAsSeen(path: string, seen: FileState): Promise<boolean> {
    const file = await this.read(path);
    if (file.state !== 'text' || seen.state !== 'text') return file.state === seen.state;
    return file.sha256 === seen.sha256;
  }

  /** Removes a file, and the folders that it leaves empty. What lies behind a symbolic link stays. */
  async remove(path: string): Promise<void> {
    if ((await this.obstacleAbove(path)) !== null) return;
    await rm(this.pathOf(path), { force: true });
    await this.#removeEmpty(dirname(path));
  }

  async #removeEmpty(from: string): Promise<void> {
    for (let folder = from; folder.includes('/'); folder = dirname(folder)) {
      const isGone = await rmdir(this.pathOf(folder)).then(
        () => true,
        () => false,
      );
      if (!isGone) break;
      this.#touched.delete(this.pathOf(folder));
    }
  }

  /** Makes the names that were written since the last call outlive a loss of power. */
  async sync(): Promise<void> {
    const folders = [...this.#touched];
    this.#touched.clear();
    for (const folder of folders) await syncFolder(folder).catch(ignoreMissing);
  }

  /** Every path that may be an entry, also of what is then refused. */
  async *paths(): AsyncIterable<string> {
    for await (const path of this.#below('entries')) if (isEntryFile(path)) yield path;
  }

  /** Every text of a person that did not win, beside the file of its record. */
  async *conflicts(): AsyncIterable<string> {
    for await (const path of this.#below('entries')) if (isConflictFile(path)) yield path;
  }

  async *#below(folder: string): AsyncIterable<string> {
    const found = await readdir(this.pathOf(folder), { withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.#below(path);
      else yield path;
    }
  }

  /** The first place above a path that is no folder; `null`: each is one, or is not there yet. */
  async obstacleAbove(path: string): Promise<RefusedFile | null> {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const place = path.slice(0, end);
      const found = await lstat(this.pathOf(place)).catch(nullIfMissing);
      if (found === null) return null;
      if (found.isSymbolicLink()) return refused(place, noLink);
      if (!found.isDirectory()) return refused(place, 'it is no folder');
    }
    return null;
  }
}

const noLink = 'it is a symbolic link, and none is followed';
const newline = 0x0a;

function refused(place: string, reason: string, line: number | null = null): RefusedFile {
  return { state: 'refused', reason, place, line };
}

/** The text of bytes with all its marks, so that it can be written again as it was; `null`: they are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The first line that is not UTF-8. No character of several bytes has a byte of a newline. */
function firstOtherLine(bytes: Uint8Array): number {
  for (let line = 1, from = 0; ; line += 1) {
    const end = bytes.indexOf(newline, from);
    if (end === -1 || decodeUtf8(bytes.subarray(from, end)) === null) return line;
    from = end + 1;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
