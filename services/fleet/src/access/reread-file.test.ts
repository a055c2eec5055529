import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { rereadFile } from './reread-file.ts';

test('a file is read again when it has changed, and what cannot be read leaves what was there', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'keys');
  const clock = turnedClock();
  const errors: string[] = [];
  const log = { error: (_facts: object, text: string) => void errors.push(text) };
  const parse = (text: string) => {
    if (text === 'half') throw new Error('cut off');
    return text;
  };
  const read = rereadFile(path, parse, { clock, log });
  await expect(read()).rejects.toMatchObject({ code: 'ENOENT' });
  await writeFile(path, 'one');
  expect(await read()).toBe('one');
  await writeFile(path, 'two, longer');
  expect(await read()).toBe('one');
  await clock.advance(5_000);
  expect(await read()).toBe('two, longer');
  await writeFile(path, 'half');
  await clock.advance(5_000);
  expect(await read()).toBe('two, longer');
  await rm(path);
  await clock.advance(5_000);
  expect([await read(), errors.length]).toEqual(['two, longer', 2]);
});
