import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Scope } from '@agent-mem/contract';
import type { EmbeddedFile } from '../file/index.ts';
import { scopeOfRow } from '../scope-ids.ts';
import { chunkBytes } from './schema.ts';

/** A detail whose content is not in the file that its row names. */
export interface MissingDetail {
  readonly scope: Scope;
  readonly memoryKey: string;
}

/**
 * Puts the content that stands in files of its own into a copy of the embedded file, so that the copy alone is everything.
 * A detail whose file is gone is deleted there, and answered: it was deleted after the copy was made, or its file was lost.
 */
export function inlineContent(copy: string, directory: string): readonly MissingDetail[] {
  using database = new DatabaseSync(copy);
  database.exec('PRAGMA foreign_keys = ON; BEGIN');
  const insert = database.prepare('INSERT INTO detail_chunks (detail, place, bytes) VALUES (?, ?, ?)');
  const missing: MissingDetail[] = [];
  for (const row of database.prepare(inFilesSql).all()) {
    const { detail, hash } = row;
    const descriptor = openIfThere(join(directory, String(hash)));
    if (descriptor === null) {
      database.prepare('DELETE FROM details WHERE detail = ?').run(detail as number);
      missing.push({ scope: scopeOfRow(row), memoryKey: String(row.memory_key) });
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
  return missing;
}

/** Whether a detail is stored now, with its content in a file of its own. */
export function isInFile(file: EmbeddedFile, { scope, memoryKey }: MissingDetail): boolean {
  const { workspace, user, collection } = scope;
  const sql = `${inFilesSql} AND s.workspace = ? AND s.user = ? AND s.collection = ? AND d.memory_key = ?`;
  return file.read(({ statement }) => statement(sql).get(workspace, user, collection, memoryKey) !== undefined);
}

const inFilesSql = `SELECT s.workspace, s.user, s.collection, d.detail, d.memory_key, d.hash
  FROM details AS d JOIN scopes AS s ON s.scope = d.scope WHERE d.in_file = 1`;

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
