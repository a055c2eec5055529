import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { completeInvocation } from './start-facts.ts';

test('in the embedded file: many writers of one text make one fact, and it is there after a restart', async () => {
  await using directory = await temporaryDirectory();
  const options = { services: ['facts'], bus: 'sqlite', directory: directory.path } as const;
  const ids = new Set<string>();
  {
    await using fleet = await startFleet(options);
    const stores = Array.from({ length: 100 }, () => fleet.caller.call('facts', 'store', { content: "The user's wife is Anne" }));
    for (const { fact_id } of await Promise.all(stores)) ids.add(fact_id);
  }
  expect(ids.size).toBe(1);
  await using fleet = await startFleet(options);
  const { facts } = await fleet.caller.call('facts', 'retrieve', { query: 'Who is my wife?' });
  expect(facts.map(({ id }) => id)).toEqual([...ids]);
});

test('in the embedded file: an event has its effect once, over a restart', async () => {
  await using directory = await temporaryDirectory();
  const options = { services: ['facts'], bus: 'sqlite', directory: directory.path } as const;
  {
    await using fleet = await startFleet(options);
    await completeInvocation(fleet, { question: 'My wife is Anne' });
    await fleet.settled();
  }
  await using fleet = await startFleet(options);
  const [learned] = (await fleet.caller.call('facts', 'list', {})).facts;
  expect(learned?.content).toBe("The user's wife is named Anne");
  await fleet.caller.call('facts', 'delete', { fact_id: learned?.id ?? '' });
  await completeInvocation(fleet, { question: 'My wife is Anne' });
  await fleet.settled();
  expect((await fleet.caller.call('facts', 'list', {})).facts).toEqual([]);
});
