import { dayMs } from '@agent-mem/contract';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startFacts } from '../../test/start-facts.ts';

test('what was believed at a time is ranked as it was then, however much later the question comes', async () => {
  const clock = turnedClock();
  await using facts = await startFacts({ clock });
  await facts.store({ content: 'The user drinks green tea' });
  await clock.leap(90 * dayMs);
  await facts.store({ content: 'The user drinks green tea with milk' });
  const ask = async (as_of: string | null) => {
    const request = { query: 'green tea', preset: 'agent-cli', explain: true, as_of } as const;
    const answer = await facts.fleet.caller.call('facts', 'retrieve', request);
    return answer.facts.map(({ content, score, scores }) => ({ content, score, scores }));
  };
  const then = await ask(null);
  const as_of = new Date(clock.now()).toISOString();
  await clock.leap(1_000 * dayMs);
  expect(await ask(as_of)).toEqual(then);
  expect(await ask(null)).not.toEqual(then);
});

test('what came later and is retired takes no place of what was believed then', async () => {
  const clock = turnedClock();
  await using facts = await startFacts({ clock });
  const { caller, ports } = facts.fleet;
  const fact_id = await facts.store({ content: 'Anne lives in Bern' });
  const as_of = new Date(clock.now()).toISOString();
  await clock.leap(1_000);
  await caller.call('facts', 'delete', { fact_id });
  await clock.leap(1_000);
  const at = new Date(clock.now()).toISOString();
  const later = Array.from({ length: 600 }, (_, number) => ({
    id: `fact_${String(number).padStart(12, '0')}`,
    kind: 'Fact' as const,
    status: 'DELETED' as const,
    createdAt: at,
    updatedAt: at,
    properties: { content: `Anne lives in street ${number}`, timestamp: at },
  }));
  await ports.graph.commit(defaultScope, { nodes: later });
  expect(await facts.retrieve({ query: 'Where does Anne live?', as_of })).toEqual(['Anne lives in Bern']);
});
