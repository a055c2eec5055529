import { defaultScope, startFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { uniqueKeysOfFacts } from './unique-keys-of-facts.ts';

test('facts hold the unique keys that storing them has made: of their texts, their names and what they are about', async () => {
  await using fleet = await startFleet({ services: ['facts'] });
  for (const content of ['Anne lives in Lyon', 'Anne lives in Paris', 'Bob likes tea'])
    await fleet.caller.call('facts', 'store', { content, ...(content.startsWith('Bob') && { key: 'tea' }) });
  await fleet.settled();
  const find = async (kind: 'Fact' | 'Guard') => {
    const statuses = ['ACTIVE', 'SUPERSEDED', 'DELETED'] as const;
    return (await fleet.ports.graph.find(defaultScope, { kinds: [kind], statuses, order: 'createdAt', limit: 100 })).items;
  };
  const inUse = (await find('Guard')).filter(({ status }) => status === 'ACTIVE');
  const made = uniqueKeysOfFacts(await find('Fact'), new Date(0).toISOString());
  expect(made.map(({ id }) => id).toSorted()).toEqual(inUse.map(({ id }) => id).toSorted());
  const holdersOf = (keys: readonly { readonly id: string; readonly properties: object }[]) =>
    new Map(keys.map(({ id, properties }) => [id, 'holders' in properties ? properties.holders : null]));
  for (const [id, holders] of holdersOf(inUse)) expect(holdersOf(made).get(id)).toEqual(holders);
});
