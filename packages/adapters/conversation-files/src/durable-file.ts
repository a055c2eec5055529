import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The text of a file; `null`: there is none. */
export async function readText(path: string): Promise<string | null> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Replaces a file as a whole: whoever reads it, also after a crash, finds the old text or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const next = `${path}.new`;
  const file = await open(next, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
  await syncFolder(folder);
}

/** Removes a file for good. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.new`, { force: true });
}

/** A folder cannot be opened on Windows, whose file systems need no such care. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
