/** Weighs what solved an error by what came of it; fails unless the better solution comes first, further ahead each time, and a rollback undoes it. */
import assert from 'node:assert/strict';
import { exampleFleet } from '../example-fleet.ts';

interface Made {
  readonly node: { readonly id: string };
}
/** The part of a recalled solution that is looked at here. */
interface Solution {
  readonly solution: string;
  readonly edge_id: string;
  readonly weight: number;
  readonly score: number;
}

await using fleet = await exampleFleet();
const user = `example-${Date.now()}`;
const error = 'null pointer exception in auth.zig';
const retrieved = async () =>
  (await fleet.call<{ solutions: readonly Solution[] }>('episodes/retrieve', { user, query: error, error })).solutions;

const made = await fleet.call<Made>('graph/create-node', { user, kind: 'Error', content: error });
for (const [content, weight] of [
  ['A: catch the exception', 0.4],
  ['B: check the token before it is read', 0.7],
] as const) {
  const { node } = await fleet.call<Made>('graph/create-node', { user, kind: 'Solution', content });
  await fleet.call('graph/link', { user, from: made.node.id, to: node.id, kind: 'solved_by', weight });
}

const [first, second] = await retrieved();
assert(first && second);
assert.match(first.solution, /^B/);
assert.deepEqual([first.weight, second.weight], [0.7, 0.4]);

const before = new Date().toISOString();
const update = {
  user,
  entity_id: first.edge_id,
  entity_type: 'EDGE',
  weight: 0.9,
  changed_by: 'evaluator',
  reason: 'B solved it',
};
const answer = await fleet.call('graph/update-entity-weight', update);
assert.deepEqual(answer, { status: 'success', entity_id: first.edge_id, new_weight: 0.9, sensitive: [] });

const [again, other] = await retrieved();
assert(again && other);
assert.equal(again.edge_id, first.edge_id);
assert.equal(again.weight, 0.9);
assert(again.score > first.score && other.score === second.score);

const asked = { user, entity_id: first.edge_id };
const { changes } = await fleet.call<{ changes: readonly object[] }>('graph/weight-history', asked);
assert.equal(changes.length, 1);
assert.partialDeepStrictEqual(changes[0], { old_weight: 0.7, weight: 0.9, changed_by: 'evaluator', reason: 'B solved it' });

assert.deepEqual(await fleet.call('graph/rollback-weights', { user, to: before }), { changed: 1 });
assert.equal((await retrieved())[0]?.weight, 0.7);
console.log(`${again.solution}: ${first.weight}, then ${again.weight}`);
