import { defaultScope, startFleet, type TestFleet, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';

type Call = TestFleet['caller']['call'];

async function factsOf(fleet: TestFleet, ...contents: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const content of contents) ids.push((await fleet.caller.call('facts', 'store', { content })).fact_id);
  return ids;
}

test('any node or edge takes any weight of a 32-bit float, and answers it as it was given', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'] });
  const { call } = fleet.caller;
  const [a = '', b = ''] = await factsOf(fleet, 'Anne likes tea', 'Bob plays chess');
  const { edge } = await call('graph', 'link', { from: a, to: b, kind: 'beside' });
  const update = (entity_type: string, entity_id: string, weight: unknown) =>
    call('graph', 'update_entity_weight', { entity_type, entity_id, weight } as { entity_id: string });
  for (const weight of [0.9, 1.5, -2, 0, 3.4028234663852886e38]) {
    expect(await update('NODE', a, weight)).toMatchObject({ status: 'success', entity_id: a, new_weight: weight });
    expect(await update('EDGE', edge?.id ?? '', weight)).toMatchObject({ new_weight: weight });
    expect((await call('graph', 'get', { id: a, include_weights: true })).node?.weight).toBe(weight);
    const { neighbours } = await call('graph', 'neighbours', { id: a, include_weights: true });
    expect(neighbours[0]?.edge?.weight).toBe(weight);
  }
  expect((await call('graph', 'get', { id: a })).node?.weight).toBeNull();
  for (const weight of [3.5e38, -3.5e38, Number.NaN, Number.POSITIVE_INFINITY, '1', null])
    await expect(update('NODE', a, weight)).rejects.toMatchObject({
      type: 'invalid-argument',
      message: expect.stringContaining('update_entity_weight.weight:'),
    });
  await expect(update('EDGE', a, 1)).rejects.toMatchObject({ type: 'not-found', message: `Edge ${a} not found` });
  await expect(update('NODE', edge?.id ?? '', 1)).rejects.toMatchObject({ type: 'not-found' });
  await expect(
    call('graph', 'update_entity_weight', { entity_type: 'NODE', entity_id: a, weight: 1, user: 'x' }),
  ).rejects.toMatchObject({ type: 'not-found' });
});

test('every change is listed with who, when, before, after and why, and a time brings the weights of then back', async () => {
  const clock = turnedClock();
  await using fleet = await startFleet({ services: ['graph', 'facts'], clock });
  const { call } = fleet.caller;
  const [a = '', b = ''] = await factsOf(fleet, 'Anne likes tea', 'Bob plays chess');
  const { edge } = await call('graph', 'link', { from: a, to: b, kind: 'beside', weight: 0.7 });
  const edgeId = edge?.id ?? '';
  const node = (weight: number, why: object = {}) =>
    call('graph', 'update_entity_weight', { entity_type: 'NODE', entity_id: a, weight, ...why });
  await node(0.4, { changed_by: 'evaluator', reason: 'it helped' });
  await node(0.4);
  await clock.advance(1_000);
  const then = new Date(clock.now()).toISOString();
  await clock.advance(1_000);
  await node(0.9);
  await node(1.5);
  await call('graph', 'update_entity_weight', { entity_type: 'EDGE', entity_id: edgeId, weight: 0.9 });
  await call('graph', 'update_entity_weight', { entity_type: 'NODE', entity_id: b, weight: 0.2 });

  const history = async (entity_id: string, request: object = {}) =>
    (await call('graph', 'weight_history', { entity_id, ...request })).changes.map(({ old_weight, weight }) => [
      old_weight,
      weight,
    ]);
  expect(await history(a)).toEqual([
    [0.9, 1.5],
    [0.4, 0.9],
    [null, 0.4],
  ]);
  const { changes, next_cursor } = await call('graph', 'weight_history', { entity_id: a, limit: 2 });
  expect(changes).toHaveLength(2);
  const first = await call('graph', 'weight_history', { entity_id: a, limit: 2, cursor: next_cursor });
  expect(first.changes).toMatchObject([{ weight: 0.4, old_weight: null, changed_by: 'evaluator', reason: 'it helped' }]);
  expect(await history(edgeId)).toEqual([[0.7, 0.9]]);
  await expect(history('fact_nobody')).rejects.toMatchObject({ type: 'not-found' });

  await clock.advance(1_000);
  expect(await call('graph', 'rollback_weights', { to: then })).toEqual({ changed: 3 });
  const weightOf = async (id: string) => (await call('graph', 'get', { id, include_weights: true })).node?.weight;
  expect([await weightOf(a), await weightOf(b)]).toEqual([0.4, null]);
  expect(await history(edgeId)).toEqual([
    [0.9, 0.7],
    [0.7, 0.9],
  ]);
  expect((await call('graph', 'weight_history', { entity_id: b })).changes[0]).toMatchObject({
    weight: null,
    changed_by: 'rollback',
  });
  expect(await call('graph', 'rollback_weights', { to: then })).toEqual({ changed: 0 });
});

test('a change at the very time that is brought back stands, and of changes by clocks that differ the first one says what was', async () => {
  const clock = turnedClock();
  await using fleet = await startFleet({ services: ['graph', 'facts'], clock });
  const { call } = fleet.caller;
  const [a = ''] = await factsOf(fleet, 'Anne likes tea');
  const weigh = (weight: number) => call('graph', 'update_entity_weight', { entity_type: 'NODE', entity_id: a, weight });
  await weigh(0.4);
  const then = new Date(clock.now()).toISOString();
  await clock.leap(2_000);
  await weigh(0.9);
  // The next one is made by an instance whose clock is a second behind.
  await clock.leap(-1_000);
  await weigh(1.5);
  await clock.leap(2_000);
  expect(await call('graph', 'rollback_weights', { to: then })).toEqual({ changed: 1 });
  expect((await call('graph', 'get', { id: a, include_weights: true })).node?.weight).toBe(0.4);
});

test('two that weigh the same edge at once both stand in its history', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'] });
  const { call } = fleet.caller;
  const [a = '', b = ''] = await factsOf(fleet, 'Anne likes tea', 'Bob plays chess');
  const { edge } = await call('graph', 'link', { from: a, to: b, kind: 'beside' });
  const entity = { entity_type: 'EDGE', entity_id: edge?.id ?? '' } as const;
  const weights = [0.1, 0.2, 0.3, 0.4, 0.5];
  await Promise.all(weights.map((weight) => call('graph', 'update_entity_weight', { ...entity, weight })));
  const { changes } = await call('graph', 'weight_history', { entity_id: entity.entity_id });
  expect(changes.map(({ weight }) => weight).toSorted()).toEqual(weights);
  expect(changes.slice(0, -1).map(({ old_weight }) => old_weight)).toEqual(changes.slice(1).map(({ weight }) => weight));
});

test('an erased memory leaves nothing of its weights', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'] });
  const { call } = fleet.caller;
  const [a = '', b = ''] = await factsOf(fleet, 'Anne likes tea', 'Bob plays chess');
  const { edge } = await call('graph', 'link', { from: a, to: b, kind: 'beside' });
  await call('graph', 'update_entity_weight', { entity_type: 'NODE', entity_id: a, weight: 1, reason: 'tea' });
  await call('graph', 'update_entity_weight', { entity_type: 'EDGE', entity_id: edge?.id ?? '', weight: 1, reason: 'chess' });
  await call('graph', 'update_entity_weight', { entity_type: 'NODE', entity_id: b, weight: 1 });
  const changes = () => fleet.ports.graph.count(defaultScope, { kinds: ['WeightChange'] });
  expect(await changes()).toBe(3);
  await call('facts', 'purge', { id: a });
  expect(await changes()).toBe(1);
});

test('changes of weights are removed after their days, and no time before is brought back', async () => {
  const clock = turnedClock();
  const environment = { WEIGHT_HISTORY_DAYS: '30', RECEIPT_TTL_DAYS: '1' };
  await using fleet = await startFleet({ services: ['graph', 'facts'], clock, environment });
  const { call } = fleet.caller;
  const [a = ''] = await factsOf(fleet, 'Anne likes tea');
  const weigh = (weight: number) => call('graph', 'update_entity_weight', { entity_type: 'NODE', entity_id: a, weight });
  const { receipt_id } = await call('facts', 'retrieve', { query: 'what does Anne like' });
  const before = new Date(clock.now()).toISOString();
  for (let index = 0; index < 600; index += 1) await weigh(index / 1_000);
  await call('graph', 'feedback', { receipt_id, reward: 1 });
  await clock.leap(29 * 86_400_000);
  const then = new Date(clock.now()).toISOString();
  await clock.advance(1_000);
  await weigh(0.9);
  const stored = (kind: 'WeightChange' | 'Feedback') => fleet.ports.graph.count(defaultScope, { kinds: [kind] });
  expect([await stored('WeightChange'), await stored('Feedback')]).toEqual([602, 1]);
  await clock.leap(86_400_000 + 3_600_000);
  await fleet.settled();
  expect([await stored('WeightChange'), await stored('Feedback')]).toEqual([1, 0]);
  const { changes } = await call('graph', 'weight_history', { entity_id: a });
  expect(changes).toMatchObject([{ weight: 0.9, old_weight: 0.599 }]);

  await expect(call('graph', 'rollback_weights', { to: before })).rejects.toMatchObject({
    type: 'invalid-argument',
    message: expect.stringMatching(/^rollback_weights\.to: changes of weights are stored for 30 days \(WEIGHT_HISTORY_DAYS\)/),
  });
  expect(await call('graph', 'rollback_weights', { to: then })).toEqual({ changed: 1 });
  expect((await call('graph', 'get', { id: a, include_weights: true })).node?.weight).toBeCloseTo(0.599);
});

test('facts are listed and recalled by weight, and weigh a little in their ranking', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts', 'episodes'] });
  const { call } = fleet.caller;
  const [green = '', black = '', white = ''] = await factsOf(
    fleet,
    'Anne likes green tea',
    'Anne likes black tea',
    'Anne likes white tea',
  );
  const weigh = (entity_id: string, weight: number) =>
    call('graph', 'update_entity_weight', { entity_type: 'NODE', entity_id, weight });
  const found = async (request: object = {}) =>
    (await call('facts', 'retrieve', { query: 'which tea does Anne like', ...request })).facts.map(({ id }) => id);
  const listed = async (request: object) => (await call('facts', 'list', request)).facts.map(({ id }) => id);
  for (const id of [green, black, white]) {
    await weigh(green, 0);
    await weigh(black, 0);
    await weigh(white, 0);
    await weigh(id, 1);
    expect((await found())[0]).toBe(id);
  }
  await weigh(green, 0.4);
  await weigh(black, 1.5);
  expect(await found({ sort_by: 'weight_asc' })).toEqual([green, white, black]);
  expect(await found({ min_weight: 0.5, max_weight: 1.2 })).toEqual([white]);
  expect(await found({ min_weight: 0.5, top_k: 1, sort_by: 'weight_desc' })).toHaveLength(1);
  expect(await listed({ sort_by: 'weight_desc' })).toEqual([black, white, green]);
  expect(await listed({ sort_by: 'weight_asc', max_weight: 1 })).toEqual([green, white]);
  expect(await listed({ min_weight: 1 })).toEqual([white, black]);
  const crossed = { min_weight: 1, max_weight: 0.5 };
  const refused = {
    type: 'invalid-argument',
    message: expect.stringContaining('min_weight: must be at most max_weight (0.5), got 1'),
  };
  await expect(found(crossed)).rejects.toMatchObject(refused);
  await expect(listed(crossed)).rejects.toMatchObject(refused);
  await expect(call('episodes', 'retrieve', { query: 'tea', ...crossed })).rejects.toMatchObject(refused);
  await expect(call('episodes', 'list', crossed)).rejects.toMatchObject(refused);
  await expect(call('graph', 'find_similar', { query: 'tea', ...crossed })).rejects.toMatchObject(refused);
  const asked = { sort_by: 'weight_asc', conversation_id: 'c' };
  await expect(listed(asked)).rejects.toMatchObject({ type: 'invalid-argument', message: expect.stringMatching(/^sort_by: /) });
});

test('a link that says nothing of the weight leaves one that is given at the same moment', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'] });
  const { call } = fleet.caller;
  const [a = '', b = ''] = await factsOf(fleet, 'Anne likes tea', 'Bob plays chess');
  const between = { from: a, to: b, kind: 'beside' };
  const { edge } = await call('graph', 'link', between);
  const { graph } = fleet.ports;
  const edges = graph.edges.bind(graph);
  vi.spyOn(graph, 'edges').mockImplementationOnce(async (...asked) => {
    const read = await edges(...asked);
    await call('graph', 'update_entity_weight', { entity_type: 'EDGE', entity_id: edge?.id ?? '', weight: 0.9 });
    return read;
  });
  await call('graph', 'link', { ...between, metadata: { seen: 'twice' } });
  expect(await edges(defaultScope, [edge?.id ?? ''])).toMatchObject([
    { weight: 0.9, properties: { metadata: { seen: 'twice' } } },
  ]);
});

test.each([
  ['feedback', async (call: Call, receipt_id: string) => void (await call('graph', 'feedback', { receipt_id, reward: 1 }))],
  [
    'a weight',
    async (call: Call, _: string, entity_id: string) =>
      void (await call('graph', 'update_entity_weight', { entity_type: 'EDGE', entity_id, weight: 0.9 })),
  ],
])('%s leaves the metadata that a link gives the edge at the same moment', async (_, change) => {
  await using fleet = await startFleet({ services: ['graph', 'facts'] });
  const { call } = fleet.caller;
  const [id = ''] = await factsOf(fleet, 'Anne likes tea');
  const ask = async () => (await call('facts', 'retrieve', { query: 'What does Anne like?' })).receipt_id;
  await call('graph', 'feedback', { receipt_id: await ask(), reward: 0.5 });
  const [answered] = (await call('graph', 'neighbours', { id, direction: 'in', kinds: ['answered_by'] })).neighbours;
  const edge = answered?.edge?.id ?? '';
  const receipt = await ask();
  const { graph } = fleet.ports;
  const edges = graph.edges.bind(graph);
  vi.spyOn(graph, 'edges').mockImplementationOnce(async (...asked) => {
    const read = await edges(...asked);
    const metadata = { seen: 'twice' };
    await call('graph', 'link', { from: answered?.node?.id ?? '', to: id, kind: 'answered_by', metadata });
    return read;
  });
  const [before] = await edges(defaultScope, [edge]);
  await change(call, receipt, edge);
  const [after] = await edges(defaultScope, [edge]);
  expect(after).toMatchObject({ version: (before?.version ?? 0) + 2, properties: { metadata: { seen: 'twice' } } });
  expect(after?.weight).toBeGreaterThan(before?.weight ?? 1);
});
