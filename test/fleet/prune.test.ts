import { publishEvent } from '@agent-mem/messaging';
import { defaultScope, invocationCompleted, startFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

const hourMs = 60 * 60 * 1000;

/** Facts of five days, and that the oldest went into what an invocation saw. */
async function remembering(environment: Readonly<Record<string, string>> = {}) {
  const clock = turnedClock();
  const fleet = await startFleet({ clock, services: ['facts', 'episodes', 'conversations', 'graph'], http: true, environment });
  const ids: string[] = [];
  for (let day = 0; day < 5; day++) {
    const content = `Locker number ${day} holds parcels`;
    ids.push((await fleet.caller.call('facts', 'store', { content })).fact_id);
    // In one step, so that no periodic job comes in between.
    await clock.advance(day < 4 ? 1_800_000 : 0);
  }
  await fleet.caller.call('episodes', 'store', { goal: 'Deploy the shop', outcome: 'It runs' });
  const used = { question: 'Which locker?', answer: 'This one', injected_ids: [ids[0] ?? ''] };
  await publishEvent(fleet.ports.bus, invocationCompleted(used, { timestamp: new Date(clock.now()).toISOString() }));
  await fleet.settled();
  return { fleet, clock, ids };
}

describe('pruning', () => {
  it(
    'tells what it would archive, then archives it: found no more, to be restored, its text free',
    verifies('limits.pruned'),
    async () => {
      const { fleet, ids } = await remembering();
      await using _ = fleet;
      const { caller } = fleet;
      const dry = await caller.call('graph', 'prune', { keep_facts: 2, dry_run: true });
      // The oldest was used; of the others age decides.
      expect(dry.pruned.map(({ id, kind }) => [id, kind])).toEqual([1, 2, 3].map((index) => [ids[index], 'Fact']));
      expect([dry.kept, dry.dry_run]).toEqual([3, true]);
      expect((await caller.call('facts', 'list', {})).facts).toHaveLength(5);

      const done = await caller.call('graph', 'prune', { keep_facts: 2 });
      expect(done.pruned.map(({ id }) => id)).toEqual(dry.pruned.map(({ id }) => id));
      const { facts } = await caller.call('facts', 'list', {});
      expect(facts.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[4]].toSorted());
      const found = await caller.call('facts', 'retrieve', { query: 'locker parcels', top_k: 10 });
      expect(found.facts.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[4]].toSorted());
      const documents = await fleet.ports.searchIndex.get(defaultScope, ids);
      expect(documents.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[4]].toSorted());

      const [archived] = (await caller.call('facts', 'list', { statuses: ['ARCHIVED'] })).facts;
      expect(archived?.status).toBe('ARCHIVED');
      await caller.call('facts', 'restore', { fact_id: archived?.id ?? '' });
      const again = await caller.call('facts', 'retrieve', { query: archived?.content ?? '', top_k: 10 });
      expect(again.facts.map(({ id }) => id)).toContain(archived?.id);
      const anew = await caller.call('facts', 'store', { content: 'Locker number 2 holds parcels' });
      expect(ids.includes(anew.fact_id)).toBe(archived?.content === 'Locker number 2 holds parcels');
      // Nothing more is over the limit of what is asked for.
      expect((await caller.call('graph', 'prune', { keep_facts: 100 })).pruned).toEqual([]);
      // Without figures nothing is pruned.
      expect((await caller.call('graph', 'prune', {})).pruned).toEqual([]);
    },
  );

  it('is done hour by hour where the variables say so, and counted', async () => {
    const { fleet, clock } = await remembering({ PRUNE_KEEP_FACTS: '3', PRUNE_KEEP_EPISODES: '1' });
    await using _ = fleet;
    await clock.advance(2 * 3_600_000);
    await fleet.settled();
    expect((await fleet.caller.call('facts', 'list', {})).facts).toHaveLength(3);
    expect((await fleet.caller.call('episodes', 'list', {})).episodes).toHaveLength(1);
    const metrics = await (await fetch(`${fleet.httpUrl}/metrics`)).text();
    expect(metrics).toMatch(/agentmem_memories_left_out_total\{service="graph",kind="Fact",reason="pruned"\} 2/);
  });
});

it('a memory that is used stays before one that is as old and is not', async () => {
  const { fleet, clock, ids } = await remembering();
  await using _ = fleet;
  await clock.advance(hourMs);
  const { pruned } = await fleet.caller.call('graph', 'prune', { keep_facts: 1, dry_run: true });
  expect(pruned.map(({ id }) => id)).not.toContain(ids[0]);
});
