/** Stores a fact and what replaces it; fails unless recall finds the new one, the past the old one, and Restore brings it back. */
import assert from 'node:assert/strict';
import { exampleFleet } from '../example-fleet.ts';

/** The part of a fact that is looked at here. */
interface Fact {
  readonly id: string;
  readonly content: string;
}

await using fleet = await exampleFleet();
const user = `example-${Date.now()}`;
const { fact_id: first } = await fleet.call<{ fact_id: string }>('facts/store', {
  user,
  content: 'The user lives in Lisbon',
});
const before = new Date().toISOString();
await fleet.call('facts/store', { user, content: 'The user lives in Porto' });

// A fact is compared with the known ones just after it is stored.
const recall = async (more: object = {}) => {
  const request = { user, query: 'Where does the user live?', top_k: 1, ...more };
  return (await fleet.call<{ facts: Fact[] }>('facts/retrieve', request)).facts[0]?.content;
};
const active = async () => (await fleet.call<{ facts: Fact[] }>('facts/list', { user })).facts.map(({ content }) => content);
await fleet.until(async () => (await active()).length === 1);

assert.deepEqual(await active(), ['The user lives in Porto']);
assert.equal(await recall(), 'The user lives in Porto');
assert.equal(await recall({ as_of: before }), 'The user lives in Lisbon');

await fleet.call('facts/restore', { user, fact_id: first });
assert.deepEqual(await active(), ['The user lives in Lisbon']);
console.log('Moved to Porto, was in Lisbon before, and Restore undid it');
