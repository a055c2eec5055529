import { type OperationName, services } from '@agent-mem/contract';
import { startFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';

const operations = Object.keys(services.graph.operations) as OperationName<'graph'>[];

/** What any of the operations asks for; members it does not know are let through. */
const members = {
  id: 'n1',
  from: 'n1',
  to: '2026-05-07T00:00:00Z',
  kind: 'ABOUT',
  entity_id: 'n1',
  entity_type: 'NODE',
  weight: 1,
  receipt_id: crypto.randomUUID(),
  reward: 1,
  node_ids: ['n1'],
  summary_content: 'tea',
  original_node_ids: ['n1'],
  job_id: crypto.randomUUID(),
};

test('every operation answers unimplemented, by its name', async () => {
  await using fleet = await startFleet({ services: ['graph'] });
  const ask = (operation: OperationName<'graph'>) =>
    fleet.caller.call('graph', operation, members as object).catch(({ type, message }) => ({ type, message }));
  expect(await Promise.all(operations.map(ask))).toEqual(
    operations.map((operation) => ({ type: 'unimplemented', message: `graph.${operation} is not implemented yet` })),
  );
});
