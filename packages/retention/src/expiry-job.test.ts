import { type Scope, scopeOf } from '@agent-mem/contract';
import { createMemoryGraph, type Graph, type NodeWrite, VersionConflict } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { expect, test } from 'vitest';
import { expiryJob } from './expiry-job.ts';
import type { WithLifetimes } from './lifetime.ts';

const clock = turnedClock();
const at = new Date(clock.now()).toISOString();
const later = '2027-01-01T00:00:00.000Z';
const other = scopeOf({ workspace: 'default', user: 'u2', collection: 'default' });
const factsExpire: WithLifetimes = { lifetimes: [{ kind: 'Fact', variable: 'FACT_TTL_DAYS' }] };
const due = (id: string, node: Partial<NodeWrite> = {}): NodeWrite => ({
  ...{ id, kind: 'Fact', createdAt: at, updatedAt: at, dueAt: at, properties: {} },
  ...node,
});

/** A job, where somebody always changes a node of these ids before it is expired. */
function opened({ service = factsExpire, busy = [] }: { service?: WithLifetimes; busy?: readonly string[] } = {}) {
  const graph = createMemoryGraph({ clock });
  const commit: Graph['commit'] = async (of, change) => {
    const ids = (change.nodes ?? []).map(({ id }) => id).filter((id) => busy.includes(id));
    if (ids.length > 0) throw new VersionConflict(ids);
    return graph.commit(of, change);
  };
  const indexed: string[] = [];
  const counted: string[] = [];
  const stop = new AbortController();
  let claims = 0;
  const by = { owner: 'only', group: 'tested' };
  const context = {
    ...{ graph: { ...graph, commit }, clock, config: { FACT_TTL_DAYS: 1, DETAIL_TTL_DAYS: 1 }, signal: stop.signal },
    index: async ({ user }: Scope, ids: readonly string[]) => void indexed.push(...ids.map((id) => `${user} ${id}`)),
    metrics: {
      leftOut: (kind: string, why: string, count: number) => void counted.push(`${kind} ${why} ${count}`),
      memories: (kind: string, added: number) => void counted.push(`${kind} ${added}`),
    },
    async claimNodes(queue: 'due' | 'index', asked: { readonly limit: number }) {
      if (++claims > 9) throw new Error('It claims for ever');
      await graph.hold(by.owner, { [by.group]: [] }, 60_000);
      return { items: await graph.claim(queue, { ...asked, ...by }), [Symbol.dispose]: () => undefined };
    },
  };
  const count = (of: Scope, status: 'ACTIVE' | 'EXPIRED') => graph.count(of, { kinds: ['Fact', 'Detail'], statuses: [status] });
  return { graph, indexed, counted, stop, count, run: async () => expiryJob(service)?.run(context) };
}

test('what is due expires in its own scope alone', async () => {
  const { graph, run } = opened();
  await graph.commit(scope, { nodes: [due('fact_1'), due('fact_2', { dueAt: later })] });
  await graph.commit(other, { nodes: [due('fact_1', { dueAt: later }), due('fact_2')] });
  await run();
  expect(await graph.get(scope, ['fact_1', 'fact_2'])).toMatchObject([{ status: 'EXPIRED' }, { status: 'ACTIVE' }]);
  expect(await graph.get(other, ['fact_1', 'fact_2'])).toMatchObject([{ status: 'ACTIVE' }, { status: 'EXPIRED' }]);
});

test('what expires is told to the index where it was to be found, and is counted unless it is a part', async () => {
  const lifetimes = [...(factsExpire.lifetimes ?? []), { kind: 'Detail', variable: 'DETAIL_TTL_DAYS', isPart: true }] as const;
  const { graph, indexed, counted, run } = opened({ service: { lifetimes } });
  const nodes = [due('fact_1', { indexedVersion: 0 }), due('fact_2'), due('det_1', { kind: 'Detail' })];
  await graph.commit(scope, { nodes });
  await run();
  expect(indexed).toEqual(['u1 fact_1']);
  expect(counted).toEqual(['Fact expired 2', 'Fact -2']);
});

test('what is changed at every moment stays, and holds up none of what is due behind it', async () => {
  const busy = Array.from({ length: 201 }, (_, index) => `busy_${index}`);
  const { graph, count, run } = opened({ busy });
  await graph.commit(scope, { nodes: busy.map((id) => due(id)) });
  await graph.commit(scope, { nodes: [due('fact_1', { dueAt: '2026-01-01T11:59:59.999Z' }), due('fact_2')] });
  await run();
  expect([await count(scope, 'ACTIVE'), await count(scope, 'EXPIRED')]).toEqual([201, 2]);
});

test('a kind that its service looks after is left to it', async () => {
  const lifetimes = [...(factsExpire.lifetimes ?? []), { kind: 'Detail', variable: 'DETAIL_TTL_DAYS' }] as const;
  const { graph, count, run } = opened({ service: { lifetimes, due: { Detail: true } } });
  await graph.commit(scope, { nodes: [due('det_1', { kind: 'Detail' }), due('fact_1')] });
  await run();
  expect([await count(scope, 'ACTIVE'), await count(scope, 'EXPIRED')]).toEqual([1, 1]);
});

test('nothing expires after a stop', async () => {
  const { graph, count, stop, run } = opened();
  await graph.commit(scope, { nodes: [due('fact_1')] });
  stop.abort();
  await run();
  expect(await count(scope, 'ACTIVE')).toBe(1);
});
