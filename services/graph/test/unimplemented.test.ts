import { type OperationName, services } from '@agent-mem/contract';
import { startFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { graphService } from '../src/service.ts';

const operations = (Object.keys(services.graph.operations) as OperationName<'graph'>[]).filter(
  (operation) => !graphService.handlers[operation],
);

test('every other operation answers unimplemented, by its name, whatever it is sent', async () => {
  await using fleet = await startFleet({ services: ['graph'] });
  const ask = (operation: OperationName<'graph'>) =>
    fleet.caller.call('graph', operation, {} as object).catch(({ type, message }) => ({ type, message }));
  expect(await Promise.all(operations.map(ask))).toEqual(
    operations.map((operation) => ({ type: 'unimplemented', message: `graph.${operation} is not implemented yet` })),
  );
});
