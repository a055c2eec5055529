import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';

const file = 'agent-mem.sqlite';

/** How many rows a table of the data file holds, read beside the process that owns it. */
export function rowsOf(folder: string, table: string): number {
  const database = new DatabaseSync(join(folder, file), { readOnly: true });
  try {
    return Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows);
  } finally {
    database.close();
  }
}

/** Copies a folder that no process owns; what SQLite left in its log is written into the file, and nothing else is changed. */
export async function copyData(from: string, to: string): Promise<void> {
  await mkdir(join(to, 'details'), { recursive: true });
  const database = new DatabaseSync(join(from, file));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  await copyFile(join(from, file), join(to, file));
  for (const name of existsSync(join(from, 'details')) ? await readdir(join(from, 'details')) : [])
    await copyFile(join(from, 'details', name), join(to, 'details', name));
}

/** Writes such a folder compressed. */
export async function packData(from: string, to: string): Promise<void> {
  const pack = async (name: string) =>
    writeFile(join(to, `${name}.gz`), gzipSync(await readFile(join(from, name)), { level: 9 }));
  await mkdir(to, { recursive: true });
  await pack(file);
  const details = await readdir(join(from, 'details'));
  if (details.length > 0) await mkdir(join(to, 'details'));
  for (const name of details) await pack(join('details', name));
}
