import { defaultScope, startFleet, type TestFleet, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';

const on = { LEARN_FROM_FEEDBACK: 'true' };
const question = 'Which tea does Anne drink in the morning?';
const rephrased = 'Which tea did Anne drink this morning?';
/** The first answers no question of tea as well as the others do. */
const facts = ['Anne keeps a tin of leaves for early hours', 'Anne drinks coffee in the morning', 'Anne drinks tea after lunch'];

async function teaFleet(environment: Record<string, string> = on, clock = turnedClock()) {
  const fleet = await startFleet({ services: ['graph', 'facts'], environment, clock });
  const ids: string[] = [];
  for (const content of facts) ids.push((await fleet.caller.call('facts', 'store', { content })).fact_id);
  return { fleet, clock, ids };
}

const retrieve = (fleet: TestFleet, query: string, request: object = {}) =>
  fleet.caller.call('facts', 'retrieve', { query, top_k: 10, explain: true, ...request });
const give = (fleet: TestFleet, receipt_id: string, reward: number, ids: readonly string[] = [], request: object = {}) =>
  fleet.caller.call('graph', 'feedback', { receipt_id, reward, ids: [...ids], ...request });
const liftOf = async (fleet: TestFleet, query: string, id: string) =>
  (await retrieve(fleet, query)).facts.find((fact) => fact.id === id)?.scores.asked_before ?? 0;
const answersOf = async (fleet: TestFleet, id: string) => {
  const { neighbours } = await fleet.caller.call('graph', 'neighbours', { id, kinds: ['answered_by'], include_weights: true });
  return neighbours.map(({ node, edge }) => [node?.kind, node?.content, edge?.weight]);
};

test('what answered a question is lifted where it is asked again in other words, and nowhere else', async () => {
  const started = await teaFleet();
  await using fleet = started.fleet;
  const [leaves = ''] = started.ids;
  const first = await retrieve(fleet, question);
  expect(first.facts[0]?.id).not.toBe(leaves);
  const others = await retrieve(fleet, 'Who keeps a tin?');
  expect(await give(fleet, first.receipt_id, 1, [leaves])).toEqual({ changed: 1 });
  expect(await liftOf(fleet, question, leaves)).toBeGreaterThan(0);
  expect(await liftOf(fleet, rephrased, leaves)).toBeGreaterThan(0);
  expect((await retrieve(fleet, 'Who keeps a tin?')).facts).toEqual(others.facts);
  expect(await answersOf(fleet, leaves)).toEqual([['Question', question, 0.75]]);
});

test('each item of a receipt counts once for its use and once for its harm', async () => {
  const started = await teaFleet();
  await using fleet = started.fleet;
  const [leaves = '', coffee = ''] = started.ids;
  const { receipt_id } = await retrieve(fleet, question);
  expect(await give(fleet, receipt_id, 1, [leaves])).toEqual({ changed: 1 });
  expect(await give(fleet, receipt_id, 1, [leaves])).toEqual({ changed: 0 });
  expect(await give(fleet, receipt_id, 0.5, [leaves])).toEqual({ changed: 0 });
  expect(await answersOf(fleet, leaves)).toEqual([['Question', question, 0.75]]);
  expect(await give(fleet, receipt_id, 1, [leaves, coffee])).toEqual({ changed: 1 });
  expect(await give(fleet, receipt_id, -1, [leaves])).toEqual({ changed: 1 });
  expect(await give(fleet, receipt_id, -1, [leaves])).toEqual({ changed: 0 });
  expect(await answersOf(fleet, leaves)).toEqual([['Question', question, -0.5625]]);
  expect(await liftOf(fleet, question, leaves)).toBeLessThan(0);
  expect(await give(fleet, receipt_id, 0)).toEqual({ changed: 0 });

  const again = await retrieve(fleet, question);
  expect(again.receipt_id).not.toBe(receipt_id);
  expect(await give(fleet, again.receipt_id, 1)).toEqual({ changed: 3 });
});

test('a receipt that the scope does not have is not-found, and an id that it does not list is refused', async () => {
  const started = await teaFleet();
  await using fleet = started.fleet;
  const { receipt_id } = await retrieve(fleet, question);
  const unknown = 'rcpt_01890a5d-ac96-774b-bcce-b302099a8057';
  await expect(give(fleet, unknown, 1)).rejects.toMatchObject({ type: 'not-found', message: `Receipt ${unknown} not found` });
  await expect(give(fleet, receipt_id, 1, [], { user: 'x' })).rejects.toMatchObject({ type: 'not-found' });
  await expect(give(fleet, receipt_id, 1, ['fact_x'])).rejects.toMatchObject({
    type: 'invalid-argument',
    message: 'feedback.ids: fact_x is not an item of the receipt',
  });
  for (const reward of [1.1, -2, null])
    await expect(give(fleet, receipt_id, reward as number)).rejects.toMatchObject({
      type: 'invalid-argument',
      message: expect.stringContaining('feedback.reward:'),
    });
  expect(await fleet.ports.graph.count(defaultScope, { kinds: ['Question', 'Feedback', 'WeightChange'] })).toBe(0);
});

test('what was learned stays within its scope, and a rollback of weights undoes it', async () => {
  const started = await teaFleet();
  await using fleet = started.fleet;
  const { clock, ids } = started;
  const [leaves = ''] = ids;
  const before = new Date(clock.now()).toISOString();
  await clock.advance(1_000);
  for (const content of facts) await fleet.caller.call('facts', 'store', { content, user: 'x' });
  const beside = () => retrieve(fleet, question, { user: 'x' }).then((answer) => answer.facts.map(({ scores }) => scores));
  const untouched = await beside();
  await give(fleet, (await retrieve(fleet, question)).receipt_id, 1, [leaves]);
  expect(await beside()).toEqual(untouched);
  expect(await liftOf(fleet, question, leaves)).toBeGreaterThan(0);
  expect(await fleet.caller.call('graph', 'rollback_weights', { to: before })).toEqual({ changed: 1 });
  expect(await liftOf(fleet, question, leaves)).toBe(0);
});

test('switched off, feedback is stored and recall does not look at it', async () => {
  const started = await teaFleet({ LEARN_FROM_FEEDBACK: 'false' });
  await using fleet = started.fleet;
  const [leaves = ''] = started.ids;
  const first = await retrieve(fleet, question);
  expect(await give(fleet, first.receipt_id, 1, [leaves])).toEqual({ changed: 1 });
  expect((await retrieve(fleet, question)).facts).toEqual(first.facts);
  expect(await answersOf(fleet, leaves)).toHaveLength(1);
});

test('a purge of a conversation erases the questions asked in it, and what was erased is passed over', async () => {
  const started = await teaFleet();
  await using fleet = started.fleet;
  const [leaves = '', coffee = ''] = started.ids;
  const { receipt_id } = await retrieve(fleet, question, { conversation_id: 'c1' });
  await fleet.caller.call('graph', 'purge', { id: coffee });
  expect(await give(fleet, receipt_id, 1)).toEqual({ changed: 2 });
  await fleet.caller.call('graph', 'purge', { conversation_id: 'c1' });
  expect(await answersOf(fleet, leaves)).toEqual([]);
  expect(await fleet.ports.graph.count(defaultScope, { kinds: ['Question', 'Feedback', 'WeightChange'] })).toBe(0);
});

test.each([
  ['the question is purged', 'purge', [['Question', question, 0.75]]],
  ['the answer is deleted', 'delete', []],
] as const)('where %s while feedback comes, it moves what is there alone', async (_what, how, answered) => {
  const started = await teaFleet();
  await using fleet = started.fleet;
  const [leaves = '', coffee = ''] = started.ids;
  const { call } = fleet.caller;
  const { receipt_id } = await retrieve(fleet, question);
  await give(fleet, receipt_id, 1, [leaves]);
  const { neighbours } = await call('graph', 'neighbours', { id: leaves, kinds: ['answered_by'] });
  const asked = neighbours[0]?.node?.id ?? '';
  const { graph } = fleet.ports;
  const edges = graph.edges.bind(graph);
  vi.spyOn(graph, 'edges').mockImplementationOnce(async (...read) => {
    const seen = await edges(...read);
    await (how === 'purge' ? call('graph', 'purge', { id: asked }) : call('facts', 'delete', { fact_id: coffee }));
    return seen;
  });
  expect(await give(fleet, receipt_id, 1, [coffee])).toEqual({ changed: answered.length });
  if (how === 'delete') await call('facts', 'restore', { fact_id: coffee });
  expect(await answersOf(fleet, coffee)).toEqual(answered);
});
