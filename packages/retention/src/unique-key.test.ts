import type { GraphNode } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { claimUniqueKey, releaseUniqueKey, uniqueKeyHolder, uniqueKeyId } from './unique-key.ts';

const seen: GraphNode = {
  id: uniqueKeyId('fact', 'hash'),
  kind: 'Guard',
  status: 'ACTIVE',
  version: 3,
  weight: null,
  conversationId: null,
  ordinal: null,
  validFrom: null,
  validTo: null,
  createdAt: '2026-05-01T00:00:00.000Z',
  updatedAt: '2026-05-01T00:00:00.000Z',
  dueAt: null,
  indexedVersion: null,
  properties: { holder: 'fact_1' },
};
const now = '2026-05-07T00:00:00.000Z';

test('an identity has one guard, and its parts do not run into each other', () => {
  expect(uniqueKeyId('fact', 'hash')).toBe(seen.id);
  expect(uniqueKeyId('fac', 'thash')).not.toBe(seen.id);
  expect(seen.id).toMatch(/^guard_[0-9a-f]{64}$/);
});

test('a guard that is not there must stay absent, one that is must keep its version', () => {
  expect(claimUniqueKey(seen.id, undefined, 'fact_2', now)).toMatchObject({ expectedVersion: 0, createdAt: now });
  expect(claimUniqueKey(seen.id, seen, 'fact_2', now)).toMatchObject({ expectedVersion: 3, properties: { holder: 'fact_2' } });
  expect(releaseUniqueKey(seen, now)).toMatchObject({ expectedVersion: 3, status: 'DELETED', properties: { holder: 'fact_1' } });
});

test('only an active guard has a holder', () => {
  expect(uniqueKeyHolder(seen)).toBe('fact_1');
  expect(uniqueKeyHolder(undefined)).toBeNull();
  expect(uniqueKeyHolder({ ...seen, status: 'DELETED' })).toBeNull();
});
