import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeOwnersFolder, ownersFileMode } from './owners-mode.ts';

/** The text of a file; `null`: there is none. */
export async function readText(path: string): Promise<string | null> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/**
 * Replaces a file as a whole, readable by its owner alone: a reader, also after a crash, finds the old text or the new one. Where the new one cannot be written, nothing of
 * it stays: half of it would take up the last room of a full disk.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  makeOwnersFolder(folder);
  const next = `${path}.new`;
  try {
    await writeDurably(next, text);
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', ownersFileMode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * The same for many files that can be made again: nothing waits for the disk, so a reader never finds half a text, but after a loss of power it may find an empty
 * file. `syncFolder` then makes the names of a whole folder last.
 *
 * @param mayReplace is asked last of all, so that what another program writes to the path meanwhile is not lost.
 * @returns whether it was replaced.
 */
export async function replaceDerivedFile(path: string, text: string, mayReplace: () => Promise<boolean>): Promise<boolean> {
  const next = `${path}.new`;
  makeOwnersFolder(dirname(path));
  // A new file: what a crash left there, or a symbolic link, is not written through.
  await rm(next, { force: true });
  await writeFile(next, text, { mode: ownersFileMode, flag: 'wx' });
  if (await mayReplace()) {
    await rename(next, path);
    return true;
  }
  await rm(next, { force: true });
  return false;
}

/** Removes a file for good. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.new`, { force: true });
}

/** Makes the names in a folder last. A folder cannot be opened on Windows, whose file systems need no such care. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
