import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder for data, and those above it, where there is none: its owner alone may look into it. Step by step: Node's recursive `mkdir` never ends
 * where the parent exists and the answer is still ENOENT, as under /proc.
 */
export function makeOwnersFolder(folder: string): void {
  const parent = dirname(resolve(folder));
  // A drive that is not there is its own parent.
  if (!existsSync(parent) && dirname(parent) !== parent) makeOwnersFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Of a file that is made for data: its owner alone may read it. */
export const ownersFileMode = 0o600;
