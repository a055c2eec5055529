import { createMemoryGraph, type Graph, type NodeQuery } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { expect, it } from 'vitest';
import { RetiredTable } from './retired-table.ts';

const minute = 60_000;

function retiring() {
  const clock = turnedClock();
  const graph = createMemoryGraph({ clock });
  const table = new RetiredTable(scope);
  let read = 0;
  const counted: Pick<Graph, 'find'> = {
    find: async (of, query: NodeQuery) => {
      const page = await graph.find(of, query);
      read += page.items.length;
      return page;
    },
  };
  const isoIn = (ms: number) => new Date(clock.now() + ms).toISOString();
  return {
    clock,
    /** A fact that was retired so many milliseconds from now. */
    retire: async (id: string, content: string, inMs = 0) => {
      const node = { id, kind: 'Fact', status: 'DELETED', createdAt: isoIn(inMs), updatedAt: isoIn(inMs) } as const;
      await graph.commit(scope, { nodes: [{ ...node, properties: { content } }] });
    },
    idsIn: async (...texts: string[]) => {
      await table.readOn(counted, clock.now());
      return table.idsIn({ texts, sources: new Set() });
    },
    nodesRead: () => read,
  };
}

it('knows what was retired before, and what is retired while it is used', async () => {
  const { retire, idsIn } = retiring();
  await retire('fact_1', 'The user owns a green boat');
  expect(await idsIn('I own a green boat and a red car')).toEqual(['fact_1']);
  await retire('fact_2', 'The user owns a red car');
  expect(await idsIn('I own a green boat and a red car')).toEqual(['fact_1', 'fact_2']);
});

it('reads more than a page, and what it has read only once', async () => {
  const { clock, retire, idsIn, nodesRead } = retiring();
  for (let number = 100; number < 550; number += 1) await retire(`fact_${number}`, `The user owns the boat ${number}`);
  await clock.advance(10 * minute);
  expect(await idsIn('I own the boat 100', 'I own the boat 549')).toEqual(['fact_100', 'fact_549']);
  expect(nodesRead()).toBe(450);
  await retire('fact_550', 'The user owns the boat 550');
  expect(await idsIn('I own the boat 550')).toEqual(['fact_550']);
  // The newest twenty, among them one that is news, and twenty behind them.
  expect(nodesRead()).toBe(490);
  expect(await idsIn('I own the boat 549')).toEqual(['fact_549']);
  expect(nodesRead()).toBe(510);
});

it('knows all that was retired since, however many', async () => {
  const { retire, idsIn } = retiring();
  expect(await idsIn('I own the boat 100')).toEqual([]);
  for (let number = 100; number < 150; number += 1) await retire(`fact_${number}`, `The user owns the boat ${number}`);
  expect(await idsIn('I own the boat 100', 'I own the boat 149')).toEqual(['fact_100', 'fact_149']);
});

it('knows what is committed late, or by a process whose clock is behind, after a minute', async () => {
  const { clock, retire, idsIn } = retiring();
  await retire('fact_1', 'The user owns a green boat');
  await clock.advance(20 * minute);
  for (let number = 100; number < 150; number += 1) await retire(`fact_${number}`, `The user owns the boat ${number}`);
  expect(await idsIn('I own a red car')).toEqual([]);
  await retire('fact_2', 'The user owns a red car', -4 * minute);
  await clock.advance(minute);
  expect(await idsIn('I own a red car')).toEqual(['fact_2']);
});

it('of a fact that was retired again it knows what it says now', async () => {
  const { retire, idsIn } = retiring();
  await retire('fact_1', 'The user owns a green boat');
  expect(await idsIn('I own a green boat')).toEqual(['fact_1']);
  await retire('fact_1', 'The user owns a red car');
  expect(await idsIn('I own a green boat')).toEqual([]);
  expect(await idsIn('I own a red car')).toEqual(['fact_1']);
});

it('many texts are looked at in several turns of the event loop', async () => {
  const { idsIn, retire } = retiring();
  for (let index = 0; index < 50; index += 1) await retire(`fact_${index}`, `I own the boat ${index}`);
  let rounds = 0;
  const round = () => {
    rounds += 1;
    next = setImmediate(round);
  };
  let next = setImmediate(round);
  const texts = Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? 'boat' : `own ${index % 50}`));
  expect(await idsIn(...texts)).toEqual([]);
  clearImmediate(next);
  expect(rounds).toBeGreaterThan(3);
});
