import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import type { AuditEntry } from './audit-entry.ts';
import { readAuditFiles } from './audit-files.ts';
import { openAuditFiles, printedAuditLog } from './audit-log.ts';

const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => log };
const day = 86_400_000;

const entry = (at: string, operation: string): AuditEntry => ({
  at,
  who: null,
  name: '',
  from: '192.0.2.7',
  door: 'http',
  operation,
  workspace: '',
  user: '',
  collection: '',
  ids: {},
  outcome: 'done',
  reason: '',
});

test('entries stand in a file a day that its owner alone can read, and go after their lifetime', async () => {
  await using directory = await temporaryDirectory();
  const folder = join(directory.path, 'audit');
  const clock = turnedClock(Date.UTC(2026, 0, 1, 12));
  for (let written = 0; written < 3; written++) {
    {
      await using audit = await openAuditFiles({ folder, days: 1, clock, log });
      audit.write(entry(new Date(clock.now()).toISOString(), `one.${written}`));
      audit.write(entry(new Date(clock.now()).toISOString(), `two.${written}`));
    }
    await clock.advance(day);
  }
  expect((await readdir(folder)).toSorted()).toEqual(['audit-2026-01-02.jsonl', 'audit-2026-01-03.jsonl']);
  expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, 'audit-2026-01-02.jsonl'))).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  const since = await Array.fromAsync(readAuditFiles(folder, '2026-01-03T00:00:00.000Z'));
  expect(since.map(({ operation }) => operation)).toEqual(['one.2', 'two.2']);
});

test('other files stay, and a line that was cut off is passed over', async () => {
  await using directory = await temporaryDirectory();
  const folder = join(directory.path, 'audit');
  await mkdir(folder);
  await writeFile(join(folder, 'notes.txt'), 'mine');
  const at = '2026-01-01T12:00:00.000Z';
  await writeFile(join(folder, 'audit-2026-01-01.jsonl'), `${JSON.stringify(entry(at, 'whole'))}\n{"at":"2026-01-01T12`);
  {
    await using audit = await openAuditFiles({ folder, days: 1, clock: turnedClock(Date.UTC(2026, 0, 1, 13)), log });
    audit.write(entry(at, 'next'));
  }
  const read = await Array.fromAsync(readAuditFiles(folder, '2026-01-01T00:00:00.000Z'));
  expect(read.map(({ operation }) => operation)).toEqual(['whole', 'next']);
  expect(await readdir(folder)).toContain('notes.txt');
});

test('after a write that failed in the middle of a line, as on a full disk, the next entry has a line of its own', async () => {
  await using directory = await temporaryDirectory();
  const folder = join(directory.path, 'audit');
  const at = '2026-01-01T12:00:00.000Z';
  const failed = Promise.withResolvers<void>();
  const failing = { ...log, error: () => failed.resolve() };
  {
    await using audit = await openAuditFiles({ folder, days: 1, clock: turnedClock(Date.UTC(2026, 0, 1, 13)), log: failing });
    await writeFile(join(folder, 'audit-2025-01-01.jsonl'), '');
    audit.write(entry(at, 'first'));
    // The last that a write does is to delete what is too old.
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(['audit-2026-01-01.jsonl']));
    await rm(folder, { recursive: true });
    audit.write(entry(at, 'lost'));
    await failed.promise;
    await mkdir(folder);
    await writeFile(join(folder, 'audit-2026-01-01.jsonl'), '{"at":"2026-01-01T12');
    audit.write(entry(at, 'next'));
  }
  const read = await Array.fromAsync(readAuditFiles(folder, '2026-01-01T00:00:00.000Z'));
  expect(read.map(({ operation }) => operation)).toEqual(['next']);
});

test('on standard output a line is marked as one of the audit log', () => {
  const lines: string[] = [];
  printedAuditLog((line) => void lines.push(line)).write(entry('2026-01-01T12:00:00.000Z', 'facts.store'));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ stream: 'audit', operation: 'facts.store' });
});
