import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** As the details cut what they keep in the file themselves. */
const chunkBytes = 64 * 1024;

/**
 * Puts the content that stands in files of its own into a copy of the embedded file, so that the copy alone is everything.
 * A detail whose file is gone was deleted after the copy was made, and is deleted there too.
 */
export function inlineContent(copy: string, directory: string): void {
  using database = new DatabaseSync(copy);
  database.exec('PRAGMA foreign_keys = ON; BEGIN');
  const insert = database.prepare('INSERT INTO detail_chunks (detail, place, bytes) VALUES (?, ?, ?)');
  for (const { detail, hash } of database.prepare('SELECT detail, hash FROM details WHERE in_file = 1').all()) {
    const descriptor = openIfThere(join(directory, String(hash)));
    if (descriptor === null) {
      database.prepare('DELETE FROM details WHERE detail = ?').run(detail as number);
      continue;
    }
    try {
      const buffer = new Uint8Array(chunkBytes);
      for (let index = 0; ; index += 1) {
        const count = readSync(descriptor, buffer, 0, chunkBytes, index * chunkBytes);
        if (count === 0) break;
        insert.run(detail as number, index, buffer.subarray(0, count));
      }
    } finally {
      closeSync(descriptor);
    }
    database.prepare('UPDATE details SET in_file = 0 WHERE detail = ?').run(detail as number);
  }
  database.exec('COMMIT');
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
