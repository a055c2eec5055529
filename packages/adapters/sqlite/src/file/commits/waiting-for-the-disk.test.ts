import { statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { describe, expect, test } from 'vitest';
import { FragileDisk } from '../../../test/file/fragile-disk.ts';
import { openEmbeddedFile, type Transaction } from '../index.ts';

const note =
  (text: string) =>
  ({ statement }: Transaction) =>
    void statement('INSERT INTO notes VALUES (?)').run(text);

/** A file on a disk that can be stalled. */
async function fileOnSlowDisk(stack: AsyncDisposableStack) {
  const folder = stack.use(await temporaryDirectory());
  const disk = new FragileDisk(Math.random);
  const file = stack.use(await openEmbeddedFile(folder.path, { diskOf: disk.open }));
  file.migrate('test', ['CREATE TABLE notes (text TEXT) STRICT']);
  return { file, disk };
}

/** What has settled after the event loop has had some turns. */
async function settledSoon<Name extends string>(promises: Readonly<Record<Name, Promise<unknown>>>): Promise<readonly string[]> {
  const settled = new Set<string>();
  for (const [name, promise] of Object.entries<Promise<unknown>>(promises)) {
    promise.then(
      () => settled.add(name),
      () => settled.add(name),
    );
  }
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  return [...settled];
}

describe('a write', () => {
  test('resolves when the disk has it, and the event loop goes on meanwhile', async () => {
    await using stack = new AsyncDisposableStack();
    const { file, disk } = await fileOnSlowDisk(stack);
    const take = disk.stall();
    const written = file.write(note('slow'));
    expect(await settledSoon({ written })).toEqual([]);
    // It can be read: it is committed.
    expect(file.read(({ statement }) => statement('SELECT text FROM notes').all())).toEqual([{ text: 'slow' }]);
    take();
    await written;
  });

  test('of what can be made again resolves before, also where it shares a commit with others', async () => {
    await using stack = new AsyncDisposableStack();
    const { file, disk } = await fileOnSlowDisk(stack);
    const take = disk.stall();
    await file.writeDerived(note('alone'));
    const both = { derived: file.writeDerived(note('derived')), written: file.write(note('written')) };
    expect(await settledSoon(both)).toEqual(['derived']);
    take();
    await Promise.all(Object.values(both));
  });

  test('shares a commit with those that come while the disk takes the one before', async () => {
    await using stack = new AsyncDisposableStack();
    const { file, disk } = await fileOnSlowDisk(stack);
    const take = disk.stall();
    const first = file.write(note('first'));
    await settledSoon({ first });
    const before = disk.flushes;
    const later: Promise<void>[] = [];
    for (const text of ['second', 'third', 'fourth']) {
      later.push(file.write(note(text)));
      await nextTurn();
    }
    take();
    await Promise.all([first, ...later]);
    expect(disk.flushes - before).toBe(1);
  });

  test('shows its effect in memory in the turn of its commit, and afterwards to others', async () => {
    await using stack = new AsyncDisposableStack();
    const { file, disk } = await fileOnSlowDisk(stack);
    const take = disk.stall();
    const called: string[] = [];
    const written = file.write((transaction) => {
      note('x')(transaction);
      transaction.afterCommit(() => called.push('after'));
      transaction.withCommit(() => called.push('with'));
    });
    await settledSoon({ written });
    expect(called).toEqual(['with']);
    take();
    await written;
    expect(called).toEqual(['with', 'after']);
  });
});

describe('a disk that fails', () => {
  test('has the write rejected, and all written anew before another resolves', async () => {
    await using stack = new AsyncDisposableStack();
    const { file, disk } = await fileOnSlowDisk(stack);
    disk.isBroken = true;
    await expect(file.write(note('doubtful'))).rejects.toMatchObject({ message: expect.stringContaining(file.path) });
    disk.isBroken = false;
    await file.write(note('next'));
    expect(statSync(`${file.path}-wal`).size).toBe(0);
    await file.write(note('last'));
    expect(statSync(`${file.path}-wal`).size).toBeGreaterThan(0);
    expect(file.read(({ statement }) => statement('SELECT text FROM notes').all())).toHaveLength(3);
  });

  test('at the file has all writes rejected, and the next start reads the log', async () => {
    await using folder = await temporaryDirectory();
    const disk = new FragileDisk(Math.random);
    const clock = turnedClock();
    {
      await using file = await openEmbeddedFile(folder.path, { diskOf: disk.open, clock });
      file.migrate('test', ['CREATE TABLE notes (text TEXT) STRICT']);
      await file.write(note('stored'));
      disk.onFlush = (asked) => {
        disk.isBroken = asked === 'file';
      };
      await clock.advance(1_000);
      const sentence = 'start the process again';
      const refused = { type: 'unavailable', message: expect.stringContaining(sentence) };
      // The log is emptied after this second, in several turns of the event loop.
      await expect.poll(() => file.write(() => {}).catch((error: unknown) => error)).toMatchObject(refused);
      expect(() => file.migrate('more', ['CREATE TABLE more (text TEXT) STRICT'])).toThrow(sentence);
    }
    expect(statSync(join(folder.path, 'agent-mem.sqlite-wal')).size).toBeGreaterThan(0);
    // As after a power cut: this process has its lock on the file until it ends.
    await using elsewhere = await temporaryDirectory();
    await cp(folder.path, elsewhere.path, { recursive: true });
    await using again = await openEmbeddedFile(elsewhere.path);
    expect(again.read(({ statement }) => statement('SELECT text FROM notes').all())).toEqual([{ text: 'stored' }]);
  });
});

test('a log that has grown long begins anew in its room, once the disk has nothing in it', async () => {
  await using folder = await temporaryDirectory();
  const disk = new FragileDisk(Math.random);
  const rows = 60;
  {
    await using file = await openEmbeddedFile(folder.path, { diskOf: disk.open, clock: turnedClock() });
    file.migrate('test', ['CREATE TABLE notes (text TEXT) STRICT']);
    let cleared = 0;
    disk.onFlush = () => {
      const log = disk.taken('log');
      if (log.length > 0 && log.subarray(0, 32).every((byte) => byte === 0)) cleared += 1;
    };
    for (let row = 0; row < rows; row += 1) await file.write(note('x'.repeat(500_000)));
    expect(statSync(`${file.path}-wal`).size).toBeLessThan(10_000_000);
    expect(cleared).toBeGreaterThanOrEqual(3);
  }
  await using again = await openEmbeddedFile(folder.path);
  expect(again.read(({ statement }) => statement('SELECT count(*) AS rows FROM notes').get())).toEqual({ rows });
});
