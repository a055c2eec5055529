import { conversationEvents, serviceTopic } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { fleetGrant } from './fleet-grant.ts';

const facts = serviceTopic('facts', 'command');
const anne = { workspaces: ['acme'], users: ['anne'], collections: ['work'] };

test.each([
  [
    'a request, its operation and its scope',
    facts,
    { store: { workspace: 'acme', user: 'anne', collection: 'work' } },
    ['write'],
    anne,
  ],
  ['a purge, that it erases', facts, { purge: { workspace: 'acme', user: 'anne', collection: 'work' } }, ['admin'], anne],
  ['an event, no operation', conversationEvents, { workspace: 'acme', user: 'anne', collection: 'work', type: 'x' }, [], anne],
  [
    'a request that leaves its scope out, the default one',
    serviceTopic('facts', 'query'),
    { list: { user: null } },
    ['read'],
    { workspaces: ['default'], users: ['default'], collections: ['default'] },
  ],
  [
    'what is no request, nothing',
    facts,
    { nothing: 1 },
    [],
    { workspaces: ['default'], users: ['default'], collections: ['default'] },
  ],
] as const)('the token of a message allows of %s', (_what, topic, message, permissions, scope) => {
  expect(fleetGrant(topic, JSON.stringify(message))).toEqual({ permissions, ...scope });
});

test('what cannot be read is allowed nothing, and a request about all collections has all', () => {
  expect(fleetGrant(facts, '{').permissions).toEqual([]);
  const all = { purge: { workspace: 'acme', user: 'anne', all_collections: true } };
  expect(fleetGrant(facts, JSON.stringify(all)).collections).toBeNull();
});
