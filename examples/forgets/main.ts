/** Stores a secret and a memory of a person, then purges the person; fails unless the secret was redacted and nothing is left. */
import assert from 'node:assert/strict';
import { exampleFleet } from '../example-fleet.ts';

await using fleet = await exampleFleet();
const user = `example-${Date.now()}`;
const { sensitive } = await fleet.call<{ sensitive: { kind: string }[] }>('facts/store', {
  user,
  content: 'The password of the router is kP9-tt4!xQ',
});
assert.deepEqual(
  sensitive.map(({ kind }) => kind),
  ['password'],
);
await fleet.call('facts/store', { user, content: 'Anne is allergic to nuts' });
const listed = await fleet.call<{ facts: { content: string }[] }>('facts/list', { user });
assert.equal(listed.facts.length, 2);
assert.doesNotMatch(JSON.stringify(listed), /kP9-tt4/);

const certificate = await fleet.call<object>('graph/purge', { user, everything: true });
const { facts } = await fleet.call<{ facts: object[] }>('facts/list', { user, statuses: ['ACTIVE', 'DELETED', 'SUPERSEDED'] });
assert.deepEqual(facts, []);
console.log(`Nothing is left of the user: ${JSON.stringify(certificate)}`);
