import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of all files in a folder, and in those below it. */
export function folderBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // A server may remove a file between the listing and the look.
    if (entry.isFile()) bytes += (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.blocks ?? 0) * 512;
  }
  return bytes;
}
