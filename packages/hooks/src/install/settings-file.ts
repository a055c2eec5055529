import { mkdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperationError } from '@agent-mem/contract';

/** The text of a file; `null`: there is none. Throws `failed-precondition` for bytes that are no UTF-8, which could not be written back. */
export async function readSettings(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(noFile);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new OperationError('failed-precondition', `${path} is not written in UTF-8: nothing is changed`);
  }
}

/** Replaces a file as a whole, with the permissions that it has; a link stays one. */
export async function writeSettings(path: string, text: string): Promise<void> {
  const target = (await realpath(path).catch(noFile)) ?? path;
  const mode = (await stat(target).catch(noFile))?.mode ?? 0o644;
  const next = `${target}.agent-mem`;
  await writeFile(next, text, { mode });
  await rename(next, target);
}

/** Makes a folder and those above it; resolves with those that were not there, the uppermost first. */
export async function makeFolders(folder: string): Promise<readonly string[]> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return [];
  const made = [folder];
  while (made[0] !== undefined && made[0] !== first) made.unshift(dirname(made[0]));
  return made;
}

/** Removes folders that are empty, the last first. */
export async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) {
    const isLeft = await rmdir(folder).then(
      () => false,
      () => true,
    );
    if (isLeft) return;
  }
}

/** Removes a file, if it is there. */
export async function removeSettings(path: string): Promise<void> {
  await rm((await realpath(path).catch(noFile)) ?? path, { force: true });
}

function noFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
