import type { GraphNode } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { claimGuard, guardHolder, guardId, releaseGuard } from './guard.ts';

const seen: GraphNode = {
  id: guardId('fact', 'hash'),
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
  expect(guardId('fact', 'hash')).toBe(seen.id);
  expect(guardId('fac', 'thash')).not.toBe(seen.id);
  expect(seen.id).toMatch(/^guard_[0-9a-f]{64}$/);
});

test('a guard that is not there must stay absent, one that is must keep its version', () => {
  expect(claimGuard(seen.id, undefined, 'fact_2', now)).toMatchObject({ expectedVersion: 0, createdAt: now });
  expect(claimGuard(seen.id, seen, 'fact_2', now)).toMatchObject({ expectedVersion: 3, properties: { holder: 'fact_2' } });
  expect(releaseGuard(seen, now)).toMatchObject({ expectedVersion: 3, status: 'DELETED', properties: {} });
});

test('only an active guard has a holder', () => {
  expect(guardHolder(seen)).toBe('fact_1');
  expect(guardHolder(undefined)).toBeNull();
  expect(guardHolder({ ...seen, status: 'DELETED' })).toBeNull();
});
