import { builtOperations } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { hostedServices } from './services.ts';

it('the contract calls planned what no service has a handler for, and nothing else', async () => {
  const { services } = await hostedServices([]);
  expect(services).toHaveLength(6);
  for (const { name, handlers } of services)
    expect([name, Object.keys(handlers).sort()]).toEqual([name, builtOperations(name).toSorted()]);
});

it.each([
  [[], ['trustgraph', 'webhooks', 'vault']],
  [['agent'], ['trustgraph']],
  [
    ['facts', 'gateway'],
    ['trustgraph', 'webhooks', 'vault'],
  ],
  [['facts', 'graph'], ['vault']],
  [['graph'], []],
])('with %j the ways in from other systems are %j', async (names, connectors) => {
  expect((await hostedServices(names)).connectors.map(({ name }) => name)).toEqual(connectors);
});
