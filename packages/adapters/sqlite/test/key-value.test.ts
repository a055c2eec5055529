import { setImmediate as nextTurn } from 'node:timers/promises';
import { scopeOf } from '@agent-mem/contract';
import { describeKeyValue } from '@agent-mem/storage/contract-suite';
import { temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { openEmbeddedFile } from '../src/file/index.ts';
import { openSqliteKeyValue } from '../src/index.ts';
import { FragileDisk } from './file/fragile-disk.ts';
import { temporaryFile } from './temporary-file.ts';

describeKeyValue('SQLite', async () => {
  const temporary = await temporaryFile();
  const clock = turnedClock();
  return {
    store: openSqliteKeyValue(temporary.file, { clock }),
    passTime: (ms) => clock.advance(ms),
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
});

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });

test('a value that can be made again is compared and set before the disk has it', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryDirectory());
  const disk = new FragileDisk(Math.random);
  const file = stack.use(await openEmbeddedFile(folder.path, { diskOf: disk.open }));
  const store = openSqliteKeyValue(file, { clock: turnedClock() });
  await store.set(scope, 'settled', 'x');
  const take = disk.stall();
  const options = { isDerived: true };
  expect(await store.compareAndSet(scope, 'block', 0, 'first', options)).not.toBeNull();
  expect(await store.compareAndSet(scope, 'block', 0, 'second', options)).toBeNull();
  const lasting = store.compareAndSet(scope, 'lasting', 0, 'x').then(() => 'written');
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(await Promise.race([lasting, 'waiting'])).toBe('waiting');
  take();
  expect(await lasting).toBe('written');
});
