import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { scopeOf } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { copyFile, openSqliteDetails } from '../src/index.ts';
import { type TemporaryFile, temporaryFile } from './temporary-file.ts';

const scope = scopeOf({ workspace: 'default', user: 'anne', collection: 'default' });

async function withLargeDetails({ file, directory }: TemporaryFile, ...keys: readonly string[]) {
  const details = openSqliteDetails(file, { directory: join(directory, 'details') });
  for (const memoryKey of keys) {
    const description = { memoryKey, contentType: 'text/plain', metadata: {}, createdAt: '2026-01-01T00:00:00.000Z' };
    await details.put(scope, description, [Buffer.alloc(2_000_000, memoryKey)]);
  }
  return details;
}

it('a copy answers the details that it lacks, and none that was deleted while it was made', async () => {
  await using temporary = await temporaryFile();
  const { directory, file } = temporary;
  const details = await withLargeDetails(temporary, 'lost');
  const [lost = ''] = readdirSync(join(directory, 'details'));
  rmSync(join(directory, 'details', lost));
  await withLargeDetails(temporary, 'deleted', 'whole');
  const backup = async (path: string) => {
    await file.backup(path);
    await details.delete(scope, 'deleted');
  };
  const files = { open: async () => ({ directory, file: Object.assign(Object.create(file), { backup }) }) };
  const missing = await copyFile('sqlite:', files, join(directory, 'copy.sqlite'));
  expect(missing).toEqual([{ scope, memoryKey: 'lost' }]);
});

it('others have their turns while large details are put into a copy', async () => {
  await using temporary = await temporaryFile();
  const { directory, file } = temporary;
  await withLargeDetails(temporary, 'a', 'b', 'c');
  const copied = Promise.withResolvers<void>();
  const backup = async (path: string) => {
    await file.backup(path);
    copied.resolve();
  };
  const files = { open: async () => ({ directory, file: Object.assign(Object.create(file), { backup }) }) };
  let isWhole = false;
  const whole = copyFile('sqlite:', files, join(directory, 'copy.sqlite')).then((missing) => {
    isWhole = true;
    return missing;
  });
  await copied.promise;
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    expect(isWhole).toBe(false);
  }
  expect(await whole).toEqual([]);
});
