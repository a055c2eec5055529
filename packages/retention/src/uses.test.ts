import { createMemoryKeyValue, type KeyValue } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { expect, test } from 'vitest';
import { noteUses, usesOf } from './uses.ts';

const may = Date.parse('2026-05-07T10:00:00Z');
const memories = Array.from({ length: 10 }, (_, number) => `fact_${number}`);

/** Entries of lists that were appended and not deleted since, by the answers of the store. */
function watched(inner: KeyValue) {
  const lengths = new Map<string, number>();
  const keyValue: KeyValue = {
    ...inner,
    async append(of, key, values, options) {
      const length = await inner.append(of, key, values, options);
      lengths.set(key, length);
      return length;
    },
    async delete(of, key) {
      await inner.delete(of, key);
      lengths.delete(key);
    },
  };
  return { keyValue, stored: () => lengths.values().reduce((sum, length) => sum + length, 0) };
}

test('what a scope takes goes with its memories, however often they are used', async () => {
  const { keyValue, stored } = watched(createMemoryKeyValue({ clock: turnedClock(may) }));
  for (let question = 0; question < 1_000; question++) await noteUses(keyValue, scope, memories, may);
  expect(stored()).toBeLessThanOrEqual(2_000);
  const uses = await usesOf(keyValue, scope, may);
  expect(memories.map(uses)).toEqual(memories.map(() => 1_000));
  expect(uses('fact_other')).toBe(0);
});

test('a use counts that is noted late, beside those that fill its list', async () => {
  const { keyValue } = watched(createMemoryKeyValue({ clock: turnedClock(may) }));
  const filled = Promise.withResolvers<void>();
  const append: KeyValue['append'] = async (...given) => {
    await filled.promise;
    return keyValue.append(...given);
  };
  const late = noteUses({ ...keyValue, append }, scope, memories, may);
  for (let question = 0; question < 100; question++) await noteUses(keyValue, scope, memories, may);
  filled.resolve();
  await late;
  expect((await usesOf(keyValue, scope, may))('fact_3')).toBe(101);
  for (let question = 0; question < 200; question++) await noteUses(keyValue, scope, memories, may);
  expect((await usesOf(keyValue, scope, may))('fact_3')).toBe(301);
});

test('a use is counted for twelve months, also one that an earlier version has noted', async () => {
  const keyValue = createMemoryKeyValue({ clock: turnedClock(may) });
  await noteUses(keyValue, scope, ['fact_1'], Date.parse('2025-05-07T10:00:00Z'));
  await noteUses(keyValue, scope, ['fact_1'], Date.parse('2025-06-07T10:00:00Z'));
  const [noted = ''] = await keyValue.list(scope, 'uses/2025-06');
  await keyValue.append(scope, 'uses/2026-04', [noted, noted]);
  await noteUses(keyValue, scope, ['fact_1'], may);
  expect((await usesOf(keyValue, scope, may))('fact_1')).toBe(4);
});
