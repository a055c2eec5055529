import { expect, test } from 'vitest';
import { canonicalId, idPrefixes, idsNamedBy, messageIdsOf, newId, uuidV7 } from './id.ts';

test('ids sort by their millisecond, and within it by the order they were made in', () => {
  const ids = [...Array.from({ length: 1_000 }, () => uuidV7(1_000)), ...Array.from({ length: 1_000 }, () => uuidV7(1_001))];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(2_000);
});

test('ids of one millisecond keep their order where ids of others are made between them', () => {
  const ids: string[] = [];
  for (let count = 0; count < 50; count += 1) {
    ids.push(uuidV7(2_000));
    uuidV7(2_001);
    uuidV7(1_999);
  }
  expect(ids.toSorted()).toEqual(ids);
});

test('an id is a UUID of version 7', () => {
  const now = Date.UTC(2026, 0, 1);
  for (let count = 0; count < 5_000; count += 1)
    expect(uuidV7(now)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(canonicalId('fact', newId('fact', now))).toMatch(/^fact_/);
});

test.each([newId('inv'), 'inv_1'])('the messages of an invocation have ids of their own, each time the same: %s', (id) => {
  const { question, answer } = messageIdsOf(id);
  expect([question, answer].map((each) => canonicalId('msg', each))).toEqual([question, answer]);
  expect(question < answer).toBe(true);
  expect(messageIdsOf(id)).toEqual({ question, answer });
  expect(messageIdsOf(newId('inv')).question).not.toBe(question);
});

test('a text names the node of this id, of a bare UUID that of each kind, and of any other name a conversation', () => {
  const uuid = uuidV7();
  expect(idsNamedBy(`fact_${uuid}`)).toEqual([`fact_${uuid}`]);
  expect(idsNamedBy(`fact_${uuid.toUpperCase()}`)).toEqual([`fact_${uuid.toUpperCase()}`, `fact_${uuid}`]);
  expect(idsNamedBy(uuid)).toEqual([uuid, ...idPrefixes.map((prefix) => `${prefix}_${uuid}`)]);
  // A caller may name a conversation by a UUID in capitals.
  expect(idsNamedBy(uuid.toUpperCase())).toContain(`conv_${uuid.toUpperCase()}`);
  expect(idsNamedBy('trip')).toEqual(['trip', 'conv_trip']);
  expect(idsNamedBy('conv_trip')).toEqual(['conv_trip']);
});
