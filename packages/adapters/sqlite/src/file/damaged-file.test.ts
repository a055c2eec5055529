import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DamagedData, DataUnwritable } from '@agent-mem/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addChecksum,
  type ChecksummedTable,
  checksumOf,
  DataMissing,
  DirectoryInUse,
  type EmbeddedFile,
  type FileReport,
  lockDirectory,
  openEmbeddedFile,
  verifyRow,
} from './index.ts';

const notes: ChecksummedTable = {
  name: 'notes',
  columns: ['text', 'weight'],
  key: ['text'],
  isScoped: false,
  id: (row) => `note ${row.text}`,
};
const madeOf = ['CREATE TABLE notes (text TEXT PRIMARY KEY, weight REAL) STRICT', { rewrites: addChecksum(notes) }];
const derivedFrom = ['CREATE TABLE words (word TEXT PRIMARY KEY, note TEXT) STRICT; CREATE INDEX words_by_note ON words (note)'];

let directory: string;
let file: EmbeddedFile;
let reports: FileReport[];
let repair: () => Promise<boolean>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-mem-damaged-'));
  reports = [];
  await open();
});

afterEach(async () => {
  await file[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

async function open(): Promise<void> {
  file = await openEmbeddedFile(directory, { variable: 'DATA_DIR', report: (report) => reports.push(report) });
  file.migrate('notes', madeOf);
  file.migrate('words', derivedFrom);
  file.protect(notes);
  repair = file.derived(['words'], derivedFrom);
}

function write(text: string, weight: number | null = null): Promise<unknown> {
  return file.write(({ statement }) => {
    statement('INSERT INTO words (word, note) VALUES (?, ?)').run(text, text);
    return statement('INSERT INTO notes (text, weight, checksum) VALUES (?, ?, ?)').run(text, weight, checksumOf([text, weight]));
  });
}

function read(text: string): unknown {
  return file.read(({ statement }) => {
    const row = statement('SELECT * FROM notes WHERE text = ?').get(text);
    if (row) verifyRow(notes, row);
    return row?.weight;
  });
}

/** Does something to the file while nobody has it open. */
async function whileClosed(damage: (path: string) => void): Promise<void> {
  await file[Symbol.asyncDispose]();
  damage(file.path);
  await open();
}

function zeroTable(path: string, table: string): void {
  const database = new DatabaseSync(path);
  const sql = 'SELECT rootpage FROM sqlite_schema WHERE tbl_name = ? AND rootpage > 0';
  const pages = database.prepare(sql).all(table);
  database.close();
  const descriptor = openSync(path, 'r+');
  for (const { rootpage } of pages) writeSync(descriptor, new Uint8Array(8_192), 0, 8_192, (Number(rootpage) - 1) * 8_192);
}

describe('a checksum', () => {
  it('tells what comes back changed, and nothing else', async () => {
    const weights = [null, 0, -0, 1, 0.1, -1.5e300, 2 ** 53];
    const texts = ['', 'größe 🧠', 'a\u0000b', '\ud800 alone'];
    for (const [index, weight] of weights.entries()) await write(`${index}${texts[index % texts.length]}`, weight);
    for (const [index, weight] of weights.entries()) {
      expect(read(`${index}${texts[index % texts.length]}`)).toBe(weight === null ? null : weight + 0);
    }
    expect(await Array.fromAsync(file.damage())).toEqual([]);
    expect(checksumOf([null, ''])).not.toBe(checksumOf(['', null]));
    expect(checksumOf(['ab', 'c'])).not.toBe(checksumOf(['a', 'bc']));
  });

  it('keeps a changed row from being read, names it to the caller and the health, and lets it be written over', async () => {
    await write('tea', 0.5);
    await write('coffee', 1);
    await file.write(({ statement }) => statement("UPDATE notes SET weight = 0.25 WHERE text = 'tea'").run());
    expect(() => read('tea')).toThrow(DamagedData);
    expect(() => read('tea')).toThrow(/^note tea is damaged in .*agent-mem\.sqlite, table notes .*"restore FILE"/);
    expect(read('coffee')).toBe(1);
    await expect(file.check()).rejects.toThrow(/^note tea is damaged/);
    expect(await Array.fromAsync(file.damage())).toMatchObject([{ problem: 'record-damaged', table: 'notes', id: 'note tea' }]);
    expect(reports).toHaveLength(1);
    await file.write(({ statement }) => statement("DELETE FROM notes WHERE text = 'tea'").run());
    await file.check();
  });

  it('is given to the rows of an earlier version, after a check and a copy of the file', async () => {
    await write('old', 1);
    await whileClosed(asBeforeChecksums);
    expect(read('old')).toBe(1);
    const [copy] = copies();
    expect(statSync(join(directory, copy ?? '')).mode & 0o077).toBe(0);
    using before = new DatabaseSync(join(directory, copy ?? ''), { readOnly: true });
    expect(before.prepare('SELECT * FROM notes').all()).toEqual([{ text: 'old', weight: 1 }]);
    expect(reports).toMatchObject([{ isOver: true, sentence: expect.stringContaining(`${copy}`) }]);
    await file.scrub();
    expect(copies()).toEqual([]);
  });

  it('is not given to rows of a file whose pages are damaged', async () => {
    await write('old', 1);
    await file[Symbol.asyncDispose]();
    asBeforeChecksums(file.path);
    zeroTable(file.path, 'words');
    await expect(open()).rejects.toThrow(/is damaged in table words/);
    expect(copies()).toEqual([]);
    file.migrate('words', derivedFrom);
  });
});

function asBeforeChecksums(path: string): void {
  using database = new DatabaseSync(path);
  database.exec("ALTER TABLE notes DROP COLUMN checksum; UPDATE migrations SET version = 1 WHERE component = 'notes'");
}

const copies = () => readdirSync(directory).filter((name) => name.includes('.before-'));

describe('damaged pages', () => {
  it('of a table that others can give again are named with reindex, also by the next process, and made anew', async () => {
    await write('tea', 1);
    await whileClosed((path) => zeroTable(path, 'words'));
    const search = () => file.read(({ statement }) => statement('SELECT * FROM words').all());
    const named = /agent-mem\.sqlite is damaged in table words \(.+\): "reindex" makes this table anew/;
    expect(search).toThrow(named);
    expect(search).toThrow(DamagedData);
    await expect(write('more')).rejects.toThrow(named);
    await expect(file.check()).rejects.toThrow(named);
    await whileClosed(() => {});
    await expect(file.check()).rejects.toThrow(named);
    expect(await Array.fromAsync(file.damage())).toContainEqual(
      expect.objectContaining({ problem: 'page-damaged', table: 'words', id: null }),
    );
    expect(await repair()).toBe(true);
    expect(search()).toEqual([]);
    await file.check();
    expect(await Array.fromAsync(file.damage())).toEqual([]);
    expect(file.read(({ statement }) => statement('PRAGMA integrity_check').get())).toEqual({ integrity_check: 'ok' });
    expect(await repair()).toBe(false);
    await write('more', 2);
    expect([read('tea'), read('more')]).toEqual([1, 2]);
  });

  it('of a table that nothing gives again are named with restore, and stop what would write the file anew', async () => {
    await write('tea', 1);
    await whileClosed((path) => {
      zeroTable(path, 'notes');
      zeroTable(path, 'words');
    });
    const named = /is damaged in table notes .*"restore FILE"/;
    expect(() => read('tea')).toThrow(named);
    await expect(repair()).rejects.toThrow(named);
    await expect(file.scrub()).rejects.toThrow(/damaged/);
  });
});

describe('a file that cannot grow', () => {
  it('refuses writes by a sentence with the free bytes, once reported, and takes them again when there is room', async () => {
    await write('before', 1);
    const limit = (pages: number) => file.read(({ statement }) => statement(`PRAGMA max_page_count = ${pages}`).get());
    limit(1);
    const large = (text: string) => write(text.repeat(20_000));
    for (const text of ['a', 'b']) {
      const refused = large(text);
      await expect(refused).rejects.toBeInstanceOf(DataUnwritable);
      await expect(refused).rejects.toThrow(new RegExp(`^DATA_DIR ${directory} is full: \\d+ bytes free`));
    }
    await expect(Promise.all([file.check(), file.check()])).rejects.toThrow('is full');
    await expect(file.writable()).rejects.toThrow('is full');
    expect(read('before')).toBe(1);
    expect(reports.map(({ isOver }) => isOver)).toEqual([false]);
    limit(1_000_000);
    await file.check();
    expect(file.writable()).toBeNull();
    expect(reports.map(({ isOver }) => isOver)).toEqual([false, true]);
    await large('a');
  });
});

describe('a folder that had a data file', () => {
  it.each([
    ['is gone', (path: string) => rmSync(path)],
    ['is empty (0 bytes)', (path: string) => void truncate(path)],
    ['is no SQLite file', (path: string) => void overwrite(path, 'a shopping list, longer than a page header')],
  ])('refuses a start where it %s', async (what, damage) => {
    await write('tea', 1);
    await file[Symbol.asyncDispose]();
    damage(file.path);
    await expect(open()).rejects.toThrow(DataMissing);
    await expect(open()).rejects.toThrow(what);
    file = await openEmbeddedFile(directory, { newData: true });
    file.migrate('notes', madeOf);
    expect(read('tea')).toBeUndefined();
  });

  it('refuses the data of another program, and changes nothing of it', async () => {
    await file[Symbol.asyncDispose]();
    rmSync(file.path);
    const other = new DatabaseSync(file.path);
    other.exec('CREATE TABLE recipes (name TEXT)');
    other.close();
    const before = readFileSync(file.path);
    await expect(open()).rejects.toThrow('holds data of another program');
    expect(readFileSync(file.path).equals(before)).toBe(true);
    rmSync(file.path);
    file = await openEmbeddedFile(directory, { newData: true });
  });

  it('takes the data of a version that made no note of it', async () => {
    await write('tea', 1);
    await file[Symbol.asyncDispose]();
    rmSync(join(directory, 'agent-mem.data.json'));
    await open();
    expect(read('tea')).toBe(1);
    expect(existsSync(join(directory, 'agent-mem.data.json'))).toBe(true);
  });
});

function truncate(path: string): void {
  overwrite(path, '');
}

function overwrite(path: string, text: string): void {
  rmSync(path);
  const descriptor = openSync(path, 'w');
  writeSync(descriptor, text);
}

it('is held by its process when the lock files are deleted by hand', async () => {
  await file[Symbol.asyncDispose]();
  const program = join(import.meta.dirname, '../../test/file/hold-file.ts');
  const holder = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  // As after somebody has deleted them: only the data file says that it is taken.
  expect(readdirSync(directory)).not.toContain('agent-mem.lock');
  await expect(lockDirectory(directory, { address: null })).rejects.toBeInstanceOf(DirectoryInUse);
  await expect(openEmbeddedFile(directory)).rejects.toBeInstanceOf(DirectoryInUse);
  holder.kill('SIGKILL');
  await once(holder, 'close');
  await using _lock = await lockDirectory(directory, { address: null });
  await open();
});
