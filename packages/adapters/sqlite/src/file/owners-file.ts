import { closeSync, openSync } from 'node:fs';
import { ownersFileMode } from '@agent-mem/runtime/owners-mode';

/**
 * Makes an empty file that its owner alone may read. SQLite would make one that every user of the machine may read, and gives its log the mode of the file.
 * The mode of a file that is there stays: an operator may have opened it to a group.
 */
export function makeOwnersFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', ownersFileMode));
  } catch {
    // It is there, or it cannot be made: SQLite then says why.
  }
}
