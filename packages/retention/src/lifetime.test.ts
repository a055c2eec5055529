import { dayMs } from '@agent-mem/contract';
import type { NodeWrite } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { lifetimesFor } from './lifetime.ts';

const clock = turnedClock();
const inDays = (days: number) => new Date(clock.now() + days * dayMs).toISOString();
const made: NodeWrite = {
  ...{ id: 'fact_1', kind: 'Fact', createdAt: inDays(0), updatedAt: inDays(0), properties: {} },
  expectedVersion: 0,
};
const lifetimes = [
  { kind: 'Fact', variable: 'FACT_TTL_DAYS' },
  { kind: 'Detail', variable: 'DETAIL_TTL_DAYS' },
] as const;
const { withLifetime = (node: NodeWrite) => node } = lifetimesFor(
  { lifetimes },
  { config: { FACT_TTL_DAYS: 3, DETAIL_TTL_DAYS: 0 }, clock },
);
const dueAt = (node: Partial<NodeWrite>) => withLifetime({ ...made, ...node }).dueAt;

test('what is made or restored falls due after its days, also where its state fell due long ago', () => {
  expect(dueAt({})).toBe(inDays(3));
  expect(dueAt({ expectedVersion: 4, record: 'restored' })).toBe(inDays(3));
  expect(dueAt({ expectedVersion: 4, record: 'restored', dueAt: inDays(-1) })).toBe(inDays(3));
});

test('what has a date of its own that is to come falls due then', () => {
  expect(dueAt({ dueAt: inDays(1) })).toBe(inDays(1));
  expect(dueAt({ expectedVersion: 4, record: 'restored', dueAt: inDays(1) })).toBe(inDays(1));
});

test('what is changed falls due when it did before', () => {
  expect(dueAt({ expectedVersion: 4, dueAt: inDays(-1) })).toBe(inDays(-1));
  expect(dueAt({ expectedVersion: 4, dueAt: null, status: 'EXPIRED' })).toBeNull();
});

test('a kind whose days are 0, and one that has none, never fall due', () => {
  expect([dueAt({ kind: 'Detail' }), dueAt({ kind: 'Job' })]).toEqual([undefined, undefined]);
});
