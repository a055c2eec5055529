import { startFleet, type TestFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let fleet: TestFleet;
/** An error, what solved it, and the edge between them. */
const ids: Record<'error' | 'solution' | 'edge', string> = { error: '', solution: '', edge: '' };

beforeAll(async () => {
  fleet = await startFleet({ services: ['graph', 'facts', 'episodes', 'conversations'] });
  const made = async (kind: 'Error' | 'Solution', content: string) =>
    (await fleet.caller.call('graph', 'create_node', { kind, content })).node?.id ?? '';
  ids.error = await made('Error', 'null pointer exception in auth.zig');
  ids.solution = await made('Solution', 'check the token before it is read');
  const joined = { from: bare(ids.error), to: bare(ids.solution), kind: 'solved_by', weight: 0.4 };
  ids.edge = (await fleet.caller.call('graph', 'link', joined)).edge?.id ?? '';
});
afterAll(() => fleet[Symbol.asyncDispose]());

const bare = (id: string) => id.slice(id.indexOf('_') + 1);

test('a node is read, followed and joined by its bare UUID, in capitals too', async () => {
  const { call } = fleet.caller;
  for (const id of [ids.error, bare(ids.error), bare(ids.error).toUpperCase()]) {
    expect((await call('graph', 'get', { id })).node?.id).toBe(ids.error);
    const { neighbours } = await call('graph', 'neighbours', { id });
    expect(neighbours.map(({ node }) => node?.id)).toEqual([ids.solution]);
  }
  const between = { from: bare(ids.error), to: bare(ids.solution) };
  expect((await call('graph', 'paths', between)).paths).toHaveLength(1);
  await expect(call('graph', 'get', { id: bare(ids.error).replaceAll(/\d/g, '0') })).rejects.toMatchObject({ type: 'not-found' });
});

test('a node and an edge are weighed by their bare UUIDs, and the answers have the whole id', async () => {
  const { call } = fleet.caller;
  for (const [entity_type, id] of [
    ['NODE', ids.solution],
    ['EDGE', ids.edge],
  ] as const) {
    const weighed = await call('graph', 'update_entity_weight', { entity_id: bare(id), entity_type, weight: 0.7 });
    expect(weighed).toMatchObject({ entity_id: id, new_weight: 0.7 });
    const { changes } = await call('graph', 'weight_history', { entity_id: bare(id) });
    expect(changes.map(({ weight }) => weight)).toEqual([0.7]);
  }
});

test('a conversation is named as its callers name it', async () => {
  const { call } = fleet.caller;
  await call('conversations', 'append_message', { conversation_id: 'trip', role: 'user', content: 'Where to?' });
  for (const id of ['trip', 'conv_trip']) {
    expect((await call('graph', 'get', { id })).node).toMatchObject({ id: 'conv_trip', kind: 'Conversation' });
    expect((await call('graph', 'neighbours', { id })).neighbours).toMatchObject([{ edge: { kind: 'HAS_MESSAGE' } }]);
  }
});

test('nodes are compacted by their bare UUIDs, each once', async () => {
  const { call } = fleet.caller;
  const stored = ['The build broke', 'The parser was rebuilt'].map((content) => call('facts', 'store', { content }));
  const facts = (await Promise.all(stored)).map(({ fact_id }) => fact_id);
  const begun = await call('graph', 'trigger_compaction', { node_ids: [...facts, ...facts.map(bare)], dry_run: true });
  expect(begun.node_ids.toSorted()).toEqual(facts.toSorted());
  const missing = bare(ids.edge);
  await expect(call('graph', 'trigger_compaction', { node_ids: [missing] })).rejects.toMatchObject({
    type: 'not-found',
    message: `trigger_compaction.node_ids: ${missing} not found`,
  });
});

test('a node that is named by its bare UUID is not among those that are like it', async () => {
  const { call } = fleet.caller;
  const { fact_id } = await call('facts', 'store', { content: 'The ferry to Ischia leaves at ten' });
  const other = (await call('facts', 'store', { content: 'The ferry to Procida leaves at noon' })).fact_id;
  const { nodes } = await call('graph', 'find_similar', { id: bare(fact_id), kinds: ['Fact'], top_k: 2 });
  expect(nodes.map(({ id }) => id)).toContain(other);
  expect(nodes.map(({ id }) => id)).not.toContain(fact_id);
});

test('entities are merged and split by their bare UUIDs', async () => {
  const { call } = fleet.caller;
  const made = async (name: string) =>
    (await call('graph', 'create_node', { kind: 'Entity', properties: JSON.stringify({ name }) })).node?.id ?? '';
  const [anne, annie] = [await made('Anne'), await made('Annie')];
  await expect(call('graph', 'merge_entities', { into_id: anne, ids: [bare(anne)] })).rejects.toMatchObject({
    message: expect.stringContaining('not merged into itself'),
  });
  const { merged } = await call('graph', 'merge_entities', { into_id: bare(anne), ids: [bare(annie)] });
  expect(merged).toMatchObject([{ id: annie, status: 'SUPERSEDED' }]);
  expect((await call('graph', 'split_entity', { id: bare(anne), name: 'Annie' })).node).toMatchObject({ status: 'ACTIVE' });
});

test('a kind of edges is named in capitals or in small letters', async () => {
  const { call } = fleet.caller;
  const said = { conversation_id: 'code', role: 'user', content: 'What does AuthService do?' } as const;
  const { message_id } = await call('conversations', 'append_message', said);
  await call('conversations', 'references', { reference: 'src/auth.ts#AuthService', message_ids: [message_id] });
  for (const kind of ['REFERENCES_CODE', 'references_code']) {
    const { neighbours } = await call('graph', 'neighbours', { id: message_id, kinds: [kind] });
    expect(neighbours).toMatchObject([{ edge: { kind: 'references_code' }, node: { kind: 'CodeUnit' } }]);
  }
  const { paths } = await call('graph', 'paths', { from: 'conv_code', to: message_id, kinds: ['has_message'] });
  expect(paths).toHaveLength(1);
});
