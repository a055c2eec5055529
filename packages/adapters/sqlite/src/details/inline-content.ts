import { type FileHandle, open } from 'node:fs/promises';
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
 * Others have their turns meanwhile, and each detail has a commit of its own: one commit of all would hold them up until the disk has it.
 */
export async function inlineContent(copy: string, directory: string): Promise<readonly MissingDetail[]> {
  using database = new DatabaseSync(copy);
  // Nobody has the copy yet: a crash leaves nothing of it, so that no commit waits for the disk.
  database.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF');
  const missing: MissingDetail[] = [];
  for (const row of database.prepare(inFilesSql).all()) {
    await using content = await openIfThere(join(directory, String(row.hash)));
    if (content) {
      await putContent(database, Number(row.detail), content);
      continue;
    }
    database.prepare('DELETE FROM details WHERE detail = ?').run(Number(row.detail));
    missing.push({ scope: scopeOfRow(row), memoryKey: String(row.memory_key) });
  }
  return missing;
}

async function putContent(database: DatabaseSync, detail: number, content: FileHandle): Promise<void> {
  database.exec('BEGIN');
  const insert = database.prepare('INSERT INTO detail_chunks (detail, place, bytes) VALUES (?, ?, ?)');
  const buffer = new Uint8Array(chunkBytes);
  for (let place = 0; ; place += 1) {
    const { bytesRead } = await content.read(buffer, 0, chunkBytes, place * chunkBytes);
    if (bytesRead === 0) break;
    insert.run(detail, place, buffer.subarray(0, bytesRead));
  }
  database.prepare('UPDATE details SET in_file = 0 WHERE detail = ?').run(detail);
  database.exec('COMMIT');
}

/** Whether a detail is stored now, with its content in a file of its own. */
export function isInFile(file: EmbeddedFile, { scope, memoryKey }: MissingDetail): boolean {
  const { workspace, user, collection } = scope;
  const sql = `${inFilesSql} AND s.workspace = ? AND s.user = ? AND s.collection = ? AND d.memory_key = ?`;
  return file.read(({ statement }) => statement(sql).get(workspace, user, collection, memoryKey) !== undefined);
}

const inFilesSql = `SELECT s.workspace, s.user, s.collection, d.detail, d.memory_key, d.hash
  FROM details AS d JOIN scopes AS s ON s.scope = d.scope WHERE d.in_file = 1`;

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
