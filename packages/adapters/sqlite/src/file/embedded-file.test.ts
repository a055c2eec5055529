import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedFile, openEmbeddedFile, type Transaction } from './index.ts';

let directory: string;
let file: EmbeddedFile;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-mem-file-'));
  file = await openEmbeddedFile(directory);
  file.migrate('test', ['CREATE TABLE notes (text TEXT PRIMARY KEY) STRICT']);
});

afterEach(async () => {
  await file[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

function note(text: string) {
  return ({ statement }: Transaction) => statement('INSERT INTO notes (text) VALUES (?)').run(text);
}

function notes(from: EmbeddedFile = file): string[] {
  return from.read(({ statement }) =>
    statement('SELECT text FROM notes ORDER BY text')
      .all()
      .map((row) => String(row.text)),
  );
}

describe('the embedded file', () => {
  it('is in WAL, with pages of 8192 bytes', () => {
    const pragma = (name: string) => file.read(({ statement }) => Object.values(statement(`PRAGMA ${name}`).get() ?? {})[0]);
    expect([pragma('journal_mode'), pragma('page_size'), pragma('foreign_keys')]).toEqual(['wal', 8192, 1]);
  });

  it('commits the writes of one turn together, before any of them resolves', async () => {
    const seen = async (text: string) => {
      await file.write(note(text));
      return notes().length;
    };
    expect(await Promise.all([seen('a'), seen('b'), seen('c')])).toEqual([3, 3, 3]);
  });

  it('undoes a write that throws, and that one alone', async () => {
    const outcomes = await Promise.allSettled([
      file.write(note('before')),
      file.write((transaction) => {
        note('undone')(transaction);
        throw new Error('changed my mind');
      }),
      file.write(note('before')),
      file.write(note('after')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { message: 'changed my mind' } });
    expect(notes()).toEqual(['after', 'before']);
  });

  it('keeps all of a write or nothing when the whole batch cannot be committed', async () => {
    const blocked = file.write((transaction) => {
      note('lost')(transaction);
      // Ends the transaction under our feet, as a full disk does.
      transaction.statement('ROLLBACK').run();
      throw new Error('the disk is full');
    });
    const neighbour = file.write(note('neighbour'));
    await expect(blocked).rejects.toMatchObject({ type: 'unavailable', retryable: true });
    await expect(neighbour).rejects.toMatchObject({ type: 'unavailable' });
    await file.write(note('next'));
    expect(notes()).toEqual(['next']);
  });

  it('calls afterCommit between the commit and the result, and not for a write that was undone', async () => {
    const order: string[] = [];
    const rolledBack = file.write(({ afterCommit }) => {
      afterCommit(() => order.push('undone'));
      throw new Error('no');
    });
    const committed = file
      .write(({ afterCommit, ...transaction }) => {
        note('x')({ afterCommit, ...transaction });
        afterCommit(() => order.push(`after commit: ${notes()}`));
      })
      .then(() => order.push('resolved'));
    await Promise.allSettled([rolledBack, committed]);
    expect(order).toEqual(['after commit: x', 'resolved']);
  });

  it('refuses a write that would wait, and a read inside a write', async () => {
    await expect(file.write(async (transaction) => note('later')(transaction))).rejects.toThrow('must not wait');
    await expect(file.write(() => notes())).rejects.toThrow('use the transaction');
    expect(notes()).toEqual([]);
  });

  it('keeps what was written when it is closed and opened again, and refuses writes in between', async () => {
    const last = file.write(note('last words'));
    await file[Symbol.asyncDispose]();
    await last;
    await expect(file.write(note('too late'))).rejects.toMatchObject({ type: 'unavailable' });
    expect(() => notes()).toThrow('is closed');
    file = await openEmbeddedFile(directory);
    expect(notes()).toEqual(['last words']);
  });

  it('copies itself while it is written to', async () => {
    await file.write(note('in the copy'));
    const target = join(directory, 'copy');
    // Of many, some meet a commit in the middle of a step.
    for (let copies = 0; copies < 50; copies += 1) {
      await Promise.all([file.backup(target), file.write(note(`perhaps ${copies}`))]);
    }
    const copy = new DatabaseSync(target, { readOnly: true });
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(copy.prepare('SELECT text FROM notes').all()).toContainEqual({ text: 'in the copy' });
    copy.close();
  });
});

describe('migrations', () => {
  it('run once each, in order, by component', async () => {
    const steps = ['CREATE TABLE things (a TEXT) STRICT', 'ALTER TABLE things ADD COLUMN b TEXT'];
    file.migrate('things', steps.slice(0, 1));
    file.migrate('things', steps);
    file.migrate('things', steps);
    await file.write(({ statement }) => statement('INSERT INTO things (a, b) VALUES (1, 2)').run());
    file.migrate('others', ['CREATE TABLE others (a TEXT) STRICT']);
  });

  it('leave the component as it was when a step fails', () => {
    const steps = ['CREATE TABLE things (a TEXT) STRICT'];
    expect(() => file.migrate('things', [...steps, 'NOT SQL'])).toThrow('syntax error');
    file.migrate('things', steps);
  });

  it('refuse a file that is newer than the program, naming both versions', () => {
    file.migrate('things', ['CREATE TABLE one (a TEXT)', 'CREATE TABLE two (a TEXT)', 'CREATE TABLE three (a TEXT)']);
    expect(() => file.migrate('things', ['CREATE TABLE one (a TEXT)'])).toThrow(
      `${file.path} holds things version 3, and this program knows versions up to 1: start a newer program`,
    );
  });
});

it('a scrub leaves nothing of what was deleted in the file and its log', async () => {
  file.migrate('many', [
    'CREATE TABLE many (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT; CREATE INDEX many_text ON many (text)',
  ]);
  const mark = (index: number) => `MARK${String(index).padStart(6, '0')}`;
  // In an order that splits pages, with rows of all sizes: what is moved leaves copies.
  for (let batch = 0; batch < 40; batch++) {
    await file.write(({ statement }) => {
      for (let index = batch; index < 4_000; index += 40) {
        const text = `${index % 2 === 0 ? mark(index) : 'other'} `.repeat(1 + ((index * 7) % 50));
        statement('INSERT INTO many (id, text) VALUES (?, ?)').run(`${(index * 7_919) % 4_001}`, text);
      }
    });
  }
  await file.write(({ statement }) => statement("DELETE FROM many WHERE text LIKE 'MARK%'").run());
  await Promise.all([file.scrub(), file.scrub(), file.write(note('meanwhile'))]);
  const bytes = ['', '-wal'].map((suffix) => readFileSync(`${file.path}${suffix}`));
  expect(bytes.map((part) => part.includes('MARK'))).toEqual([false, false]);
  expect(bytes.some((part) => part.includes('other'))).toBe(true);
  expect(notes()).toEqual(['meanwhile']);
  await file.write(note('afterwards'));
});

it('a scrub beside writes leaves a whole file, and others their turns', async () => {
  file.migrate('many', [
    'CREATE TABLE many (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; CREATE INDEX by_text ON many (text)',
  ]);
  const change = (round: number) =>
    file.write(({ statement }) => {
      for (let row = 0; row < 200; row += 1) {
        const id = (round * 7_919 + row * 31) % 3_000;
        if ((round + row) % 3 === 0) statement('DELETE FROM many WHERE id = ?').run(id);
        else
          statement('INSERT OR REPLACE INTO many (id, text) VALUES (?, ?)').run(
            id,
            `row ${id} `.repeat(1 + ((id * round) % 200)),
          );
      }
    });
  for (let round = 0; round < 40; round += 1) await change(round);
  let turns = 0;
  let isOver = false;
  const beside = (async () => {
    for (; !isOver; turns += 1) await change(40 + turns);
  })();
  await file.scrub().finally(() => {
    isOver = true;
  });
  await beside;
  expect(turns).toBeGreaterThan(3);
  const whole = () => file.read(({ statement }) => statement('PRAGMA integrity_check').get());
  expect(whole()).toEqual({ integrity_check: 'ok' });
  // Also without what SQLite holds in memory.
  await file[Symbol.asyncDispose]();
  file = await openEmbeddedFile(directory);
  expect(whole()).toEqual({ integrity_check: 'ok' });
});

describe('what was deleted', () => {
  const bytesOf = (path: string) => ['', '-wal'].map((suffix) => readFileSync(`${path}${suffix}`));
  const holdsMark = (path: string) => bytesOf(path).some((part) => part.includes('MARK'));

  it('cannot be read in the file or its log a second later', async () => {
    await using folder = await temporaryDirectory();
    const clock = turnedClock();
    await using own = await openEmbeddedFile(folder.path, { clock });
    own.migrate('test', ['CREATE TABLE notes (text TEXT PRIMARY KEY) STRICT']);
    await own.write(note(`MARK ${'text '.repeat(5_000)}`));
    await own.write(({ statement }) => statement('DELETE FROM notes').run());
    expect(holdsMark(own.path)).toBe(true);
    await clock.advance(1_000);
    await expect.poll(() => holdsMark(own.path)).toBe(false);
    await own.write(note('afterwards'));
    expect(notes(own)).toEqual(['afterwards']);
  });

  it('by an earlier version, which did not overwrite it, is gone after the first start, and no start does that again', async () => {
    await using folder = await temporaryDirectory();
    {
      await using before = await openEmbeddedFile(folder.path);
      before.migrate('test', ['CREATE TABLE notes (text TEXT PRIMARY KEY) STRICT']);
    }
    const path = join(folder.path, 'agent-mem.sqlite');
    const leave = (isEarlier: boolean) => {
      using database = new DatabaseSync(path);
      database.exec(
        "PRAGMA secure_delete = OFF; INSERT INTO notes VALUES ('MARK'); DELETE FROM notes; PRAGMA wal_checkpoint(TRUNCATE)",
      );
      if (isEarlier) database.exec("DELETE FROM migrations WHERE component = 'overwritten-deletions'");
    };
    leave(true);
    expect(readFileSync(path).includes('MARK')).toBe(true);
    await (await openEmbeddedFile(folder.path))[Symbol.asyncDispose]();
    expect(readFileSync(path).includes('MARK')).toBe(false);
    leave(false);
    await (await openEmbeddedFile(folder.path))[Symbol.asyncDispose]();
    expect(readFileSync(path).includes('MARK')).toBe(true);
  });
});
