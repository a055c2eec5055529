import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Undo } from './reversible-text.ts';

/** What an install did, so that an uninstall can take it back byte for byte. It has no text of the user's settings. */
export interface InstallRecord {
  /** Of the settings file as the install left it. */
  readonly sha256: string;
  /** Whether the file was there before. */
  readonly existed: boolean;
  readonly undos: readonly Undo[];
  /** Folders that were made, the uppermost first. */
  readonly folders: readonly string[];
}

/** By what a record knows the text that it is of. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Writes a record beside the hook. */
export async function writeRecord(path: string, record: InstallRecord): Promise<void> {
  await writeFile(path, `${JSON.stringify(record, null, 2)}\n`);
}

/** The record of an install; `null`: there is none, or none that can be read. Then only our entries are removed. */
export async function readRecord(path: string): Promise<InstallRecord | null> {
  try {
    const record: Partial<InstallRecord> = JSON.parse(await readFile(path, 'utf8'));
    const { sha256, existed, undos, folders } = record;
    const isWhole = typeof sha256 === 'string' && typeof existed === 'boolean' && Array.isArray(undos) && Array.isArray(folders);
    return isWhole ? { sha256, existed, undos, folders } : null;
  } catch {
    return null;
  }
}
