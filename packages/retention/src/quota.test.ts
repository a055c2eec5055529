import { createMemoryGraph, type NodeWrite, type Status } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { expect, test } from 'vitest';
import { quotasFor } from './quota.ts';

const at = '2026-05-07T00:00:00.000Z';
const base = { kind: 'Fact', createdAt: at, updatedAt: at, properties: {} } as const;
const quotas = [
  { kind: 'Fact', variable: 'MAX_FACTS' },
  { kind: 'Episode', variable: 'MAX_EPISODES' },
] as const;

/** A scope with facts of these statuses, named by their place, and at most so many. */
async function opened({ held, most }: { readonly held: readonly Status[]; readonly most: number }) {
  const clock = turnedClock();
  const graph = createMemoryGraph({ clock });
  const nodes = held.map((status, index) => ({ ...base, id: `fact_${index}`, status }));
  await graph.commit(scope, { nodes });
  const limits = quotasFor({ quotas }, { config: { MAX_FACTS: most, MAX_EPISODES: 1 }, graph, clock });
  /** Resolves with the message of a refusal; `null`: it was written. */
  const write = async (...written: readonly NodeWrite[]) => {
    const commit = (locks: readonly NodeWrite[]) => graph.commit(scope, { nodes: [...written, ...locks] });
    const refusal = await limits.withinQuotas?.(scope, { nodes: written }, commit).catch((error: unknown) => error);
    return refusal instanceof Error ? refusal : null;
  };
  return { graph, write };
}

const made = (id: string, status: Status = 'ACTIVE'): NodeWrite => ({ ...base, id, status, expectedVersion: 0 });
const changed = (id: string, status: Status): NodeWrite => ({ ...base, id, status, expectedVersion: 1 });
const restored = (id: string): NodeWrite => ({ ...changed(id, 'ACTIVE'), record: 'restored' });

test('a full scope refuses what is made and what was deleted, also beside what is made superseded', async () => {
  const { write } = await opened({ held: ['ACTIVE', 'QUARANTINED', 'DELETED'], most: 2 });
  expect(await write(made('new'))).toMatchObject({ type: 'resource-exhausted', room: 0 });
  expect(await write(made('new'), made('past', 'SUPERSEDED'))).toMatchObject({ room: 0 });
  expect(await write(restored('fact_2'))).toMatchObject({ room: 0 });
  expect(await write(made('past', 'SUPERSEDED'))).toBeNull();
});

test('a full scope takes an earlier state of what counts already', async () => {
  const { write } = await opened({ held: ['ACTIVE', 'QUARANTINED'], most: 2 });
  expect(await write(restored('fact_0'))).toBeNull();
  expect(await write(restored('fact_1'))).toBeNull();
});

test('what counts no more makes room, and what did not count makes none', async () => {
  const { write } = await opened({ held: ['ACTIVE', 'DELETED'], most: 1 });
  expect(await write(made('new'), changed('fact_1', 'SUPERSEDED'))).toMatchObject({ room: 0 });
  expect(await write(made('new'), changed('fact_0', 'SUPERSEDED'))).toBeNull();
});

test('a refusal says how many more would have fitted', async () => {
  const { write } = await opened({ held: ['ACTIVE'], most: 3 });
  expect(await write(made('one'), made('two'), made('three'))).toMatchObject({ room: 2 });
});

test('each kind has a quota of its own', async () => {
  const { write } = await opened({ held: [], most: 1 });
  const episodes = ['episode_1', 'episode_2'].map((id) => ({ ...made(id), kind: 'Episode' }) as const);
  expect(await write(made('new'), ...episodes)).toMatchObject({ message: expect.stringMatching(/^MAX_EPISODES: /) });
  expect(await write(...episodes)).toMatchObject({ message: expect.stringMatching(/^MAX_EPISODES: /) });
  expect(await write(made('new'), ...episodes.slice(1))).toBeNull();
});

test('writers of one process meet no conflict near the limit', async () => {
  const { graph, write } = await opened({ held: [], most: 20 });
  const refusals = await Promise.all(Array.from({ length: 20 }, (_, index) => write(made(`fact_${index}`))));
  expect(refusals.filter((refusal) => refusal !== null)).toEqual([]);
  expect(await graph.count(scope, { kinds: ['Fact'] })).toBe(20);
});
