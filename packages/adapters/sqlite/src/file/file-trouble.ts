import { accessSync, closeSync, constants, existsSync, openSync, statfsSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { isOutOfDescriptors } from '@agent-mem/contract';
import { sqliteCodeOf, sqliteCodes, systemCodeOf } from './sqlite-error.ts';

/** What keeps the data file from being used: no room, no disk, no right to write, no file descriptor, or pages that cannot be read. */
export type Trouble = 'full' | 'no-disk' | 'read-only' | 'descriptors' | 'pages';

/** What an error says about the data file; `null`: nothing, it is of another kind. */
export function troubleOf(error: unknown, path: string): Trouble | null {
  switch (sqliteCodeOf(error)) {
    case sqliteCodes.full:
      return 'full';
    case sqliteCodes.readOnly:
      return 'read-only';
    case sqliteCodes.corrupt:
    case sqliteCodes.notADatabase:
      return 'pages';
    // SQLite does not say why, so the disk is asked.
    case sqliteCodes.io:
    case sqliteCodes.cannotOpen:
      return troubleOfDisk(path) ?? 'pages';
  }
  switch (systemCodeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'full';
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return 'read-only';
    case 'EMFILE':
    case 'ENFILE':
      return 'descriptors';
    case 'EIO':
      return 'pages';
  }
  return null;
}

/** Bytes that this process may still write to the disk of a file; `null`: the disk does not say. */
export function freeBytes(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return null;
  }
}

function troubleOfDisk(path: string): Trouble | null {
  if (!mayOpenFiles()) return 'descriptors';
  if (![dirname(path), path].every(mayWrite)) return 'read-only';
  if (freeBytes(path) !== 0) return null;
  // A kernel's own folders, as /proc and /sys, are of no size.
  return statfsSync(dirname(path)).blocks === 0 ? 'no-disk' : 'full';
}

function mayWrite(path: string): boolean {
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Opens something else than the data file: closing that would give up the lock that SQLite holds on it. */
function mayOpenFiles(): boolean {
  try {
    closeSync(openSync(devNull, 'r'));
    return true;
  } catch (error) {
    return !isOutOfDescriptors(error);
  }
}
