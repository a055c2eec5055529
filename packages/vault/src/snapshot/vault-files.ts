import { hash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, realpath, rm, rmdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { replaceDerivedFile, syncFolder } from '@agent-mem/runtime';
import { isEntryFile } from '../layout/place-of-path.ts';

/** Larger than any entry that memory writes: such a file is reported, and not read. */
export const mostFileBytes = 1024 * 1024;

/** A file as it is on the disk, or why it is not read. */
export type FileState =
  | { readonly state: 'text'; readonly text: string; readonly sha256: string }
  | { readonly state: 'missing' }
  | { readonly state: 'refused'; readonly reason: string };

/** The files of one scope. Paths are from its folder, with `/` between names. No symbolic link is followed. */
export class VaultFiles {
  readonly root: string;
  /** Folders to make last, and those known to lie within the root. */
  readonly #touched = new Set<string>();
  readonly #inside = new Set<string>();

  constructor(root: string) {
    this.root = root;
  }

  pathOf(path: string): string {
    return join(this.root, ...path.split('/'));
  }

  async read(path: string): Promise<FileState> {
    const at = this.pathOf(path);
    try {
      const found = await lstat(at);
      if (found.isSymbolicLink()) return refused('it is a symbolic link, and none is followed');
      if (!found.isFile()) return refused('it is no file');
      if (found.size > mostFileBytes) return refused(`it has ${found.size} bytes, and an entry has at most ${mostFileBytes}`);
      if (!(await this.#liesInside(dirname(at)))) return refused('a folder above it is a symbolic link, and none is followed');
      const bytes = await readFile(at);
      return { state: 'text', text: bytes.toString('utf8'), sha256: hash('sha256', bytes) };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' };
      throw error;
    }
  }

  /** Replaces a file as a whole, and answers the hash of its bytes. Rejects where a symbolic link leads out of the folder. */
  async write(path: string, text: string): Promise<string> {
    const at = this.pathOf(path);
    const folder = dirname(at);
    if (!this.#inside.has(folder)) await mkdir(folder, { recursive: true });
    if (!(await this.#liesInside(folder))) throw new Error(`${folder} leads out of the vault by a symbolic link`);
    await replaceDerivedFile(at, text);
    this.#touched.add(folder);
    return hash('sha256', text);
  }

  /** Removes files, at the same time, and the folders that they leave empty. */
  async remove(...paths: readonly string[]): Promise<void> {
    await Promise.all(paths.map((path) => rm(this.pathOf(path), { force: true })));
    for (const folder of new Set(paths.map((path) => dirname(path)))) await this.#removeEmpty(folder);
  }

  async #removeEmpty(from: string): Promise<void> {
    for (let folder = from; folder.includes('/'); folder = dirname(folder)) {
      const isGone = await rmdir(this.pathOf(folder)).then(
        () => true,
        () => false,
      );
      if (!isGone) break;
      this.#inside.delete(this.pathOf(folder));
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

  async *#below(folder: string): AsyncIterable<string> {
    const found = await readdir(this.pathOf(folder), { withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.#below(path);
      else yield path;
    }
  }

  async #liesInside(folder: string): Promise<boolean> {
    if (this.#inside.has(folder)) return true;
    const [root, real] = await Promise.all([realpath(this.root), realpath(folder)]);
    // Below the root no link is followed, also none that stays within.
    const isInside = real === join(root, folder.slice(this.root.length)) && (real + sep).startsWith(root + sep);
    if (isInside) this.#inside.add(folder);
    return isInside;
  }
}

function refused(reason: string): FileState {
  return { state: 'refused', reason };
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
