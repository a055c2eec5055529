import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder for data, and those above it, where there is none: its owner alone may look into it. Step by step: Node's recursive `mkdir` never ends
 * where the parent exists and the answer is still ENOENT, as under /proc.
 */
export function makeOwnersFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(resolve(folder));
  // A drive that is not there is its own parent.
  if (!existsSync(parent) && dirname(parent) !== parent) makeOwnersFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Of a file that is made for data: its owner alone may read it. */
export const ownersFileMode = 0o600;
