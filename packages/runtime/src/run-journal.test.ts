import { scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryKeyValue } from '@agent-mem/storage';
import { expect, it } from 'vitest';
import { defineRunJournal } from './run-journal.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const other = scopeOf({ workspace: 'w', user: 'other', collection: 'c' });
const journal = defineRunJournal<{ readonly step: number }>({ prefix: 'runs/', leasePrefix: 'leases/' });
const texts = defineRunJournal<string>({ prefix: 'texts/', text: { write: String, read: String } });

it('finds the runs of all scopes until they are forgotten', async () => {
  const keyValue = createMemoryKeyValue({ clock: systemClock });
  await journal.write(keyValue, { scope, id: 'a', run: { step: 1 } });
  await journal.write(keyValue, { scope: other, id: 'b', run: { step: 1 } });
  await journal.write(keyValue, { scope, id: 'a', run: { step: 2 } });
  await texts.write(keyValue, { scope, id: 'a', run: 'not JSON' });
  expect(await journal.read(keyValue, scope, 'a')).toEqual({ step: 2 });
  await journal.forget(keyValue, other, 'b');
  expect(await Array.fromAsync(journal.runs(keyValue))).toEqual([{ scope, id: 'a', run: { step: 2 } }]);
  expect(await Array.fromAsync(texts.runs(keyValue))).toEqual([{ scope, id: 'a', run: 'not JSON' }]);
  expect(await journal.read(keyValue, other, 'b')).toBeNull();
});

it('gives one holder at a time the right to go on with a run', async () => {
  const keyValue = createMemoryKeyValue({ clock: systemClock });
  const hold = (holder: string) => journal.hold(keyValue, scope, 'a', holder);
  expect([await hold('one'), await hold('two'), await hold('one')]).toEqual([true, false, true]);
  await journal.release(keyValue, scope, 'a', 'one');
  expect([await hold('two'), await hold('one')]).toEqual([true, false]);
});

it('writes under the keys that earlier versions read', async () => {
  const keyValue = createMemoryKeyValue({ clock: systemClock });
  await journal.write(keyValue, { scope, id: 'a', run: { step: 1 } });
  await journal.hold(keyValue, scope, 'a', 'one');
  expect((await keyValue.get(scope, 'runs/a'))?.value).toBe('{"step":1}');
  expect(await keyValue.acquire(scope, 'leases/a', 'two', 1_000)).toBeNull();
});
