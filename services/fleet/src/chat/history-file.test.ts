import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mostLines, openHistory } from './history-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('has the lines of sessions before, newest first, in a file of its user alone', async () => {
  const path = join(folder, 'data', 'chat-history');
  for (const line of ['one', 'two']) await (await openHistory(path)).add(line);
  expect((await openHistory(path)).lines).toEqual(['two', 'one']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('leaves out secrets, what is to be forgotten, and lines that begin with a space', async () => {
  const path = join(folder, 'chat-history');
  const history = await openHistory(path);
  const secret = `my key is ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  for (const line of [secret, '/forget my wife', '/edit 1 My wife', ' quietly', '', 'Hello', '/facts']) await history.add(line);
  expect(await readFile(path, 'utf8')).toBe('Hello\n/facts\n');
});

it('goes back a thousand lines', async () => {
  const path = join(folder, 'chat-history');
  const history = await openHistory(path);
  for (let n = 0; n <= mostLines; n += 1) await history.add(`line ${n}`);
  const { lines } = await openHistory(path);
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([1_000, 'line 1000', 'line 1']);
});
