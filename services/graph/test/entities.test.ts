import { newEvent } from '@agent-mem/contract';
import { defaultScope, startFleet, type TestFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';

const environment = { ENABLE_ENTITIES: 'true' };

/** Stores facts and waits until they are joined to what they name. */
async function factsOf(fleet: TestFleet, ...contents: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const content of contents) ids.push((await fleet.caller.call('facts', 'store', { content })).fact_id);
  await fleet.settled();
  return ids;
}

/** What a fact mentions: the entities' names by their ids. */
async function mentionedBy(fleet: TestFleet, id: string, kind = 'mentions'): Promise<Readonly<Record<string, string>>> {
  const request = { id, kinds: [kind], direction: 'out' } as const;
  const { neighbours } = await fleet.caller.call('graph', 'neighbours', request);
  return Object.fromEntries(neighbours.map(({ node }) => [node?.id ?? '', node?.content ?? '']));
}

const propertiesOf = (node: { readonly properties: string | null } | null | undefined) => JSON.parse(node?.properties ?? '{}');

async function entity(fleet: TestFleet, properties: object): Promise<string> {
  const request = { kind: 'Entity', properties: JSON.stringify(properties) } as const;
  return (await fleet.caller.call('graph', 'create_node', request)).node?.id ?? '';
}

test('facts that name the same thing are joined by one entity, and a repeat changes nothing', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const [one = '', other = '', none = ''] = await factsOf(
    fleet,
    "The user's sister Marta lives in Lisbon",
    'The user flew to LISBON with Tobias',
    'The user prefers tea to coffee',
  );
  const of = await mentionedBy(fleet, one);
  expect(Object.values(of).toSorted()).toEqual(['Lisbon', 'Marta']);
  const [lisbon = ''] = Object.entries(of).find(([, name]) => name === 'Lisbon') ?? [];
  expect(await mentionedBy(fleet, other)).toMatchObject({ [lisbon]: 'Lisbon' });
  expect(await mentionedBy(fleet, none)).toEqual({});
  expect((await fleet.caller.call('graph', 'find_similar', { query: 'Lisbon', kinds: ['Entity'] })).nodes[0]?.id).toBe(lisbon);

  const before = await fleet.ports.graph.edgesAround(defaultScope, [one], { direction: 'both', limit: 100 });
  const told = { type: 'fact-stored', data: { fact_stored: { fact_id: one } } } as const;
  await fleet.ports.graph.commit(defaultScope, { events: [newEvent(defaultScope, null, told, Date.now())] });
  await fleet.settled();
  expect(await fleet.ports.graph.edgesAround(defaultScope, [one], { direction: 'both', limit: 100 })).toEqual(before);
  const { neighbours } = await fleet.caller.call('graph', 'neighbours', { id: lisbon, direction: 'in' });
  expect(neighbours.map(({ node }) => node?.id).toSorted()).toEqual([one, other].toSorted());
});

test('the aliases of an entity are its names, and another scope has its own', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const anne = await entity(fleet, { name: 'Anne Lister', aliases: ['Gentleman Jack'] });
  const [fact = ''] = await factsOf(fleet, 'The user read about Gentleman Jack');
  expect(await mentionedBy(fleet, fact)).toEqual({ [anne]: 'Anne Lister' });
  const elsewhere = { user: 'other', content: 'The user read about Gentleman Jack' };
  const { fact_id } = await fleet.caller.call('facts', 'store', elsewhere);
  await fleet.settled();
  const { neighbours } = await fleet.caller.call('graph', 'neighbours', { user: 'other', id: fact_id, kinds: ['mentions'] });
  expect(neighbours.map(({ node }) => node?.content)).toEqual(['Gentleman Jack']);
});

test('a caller takes over what facts made, by its id, and not what was merged', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const { call } = fleet.caller;
  const [one = '', other = ''] = await factsOf(fleet, 'The user met Bob', 'The user met Ann');
  const [bob = ''] = Object.keys(await mentionedBy(fleet, one));
  const [ann = ''] = Object.keys(await mentionedBy(fleet, other));
  const create = (id: string, name: string) =>
    call('graph', 'create_node', { kind: 'Entity', id, properties: JSON.stringify({ name, type: 'person' }) });
  const { node } = await create(bob, 'Bob Hale');
  expect(propertiesOf(node)).toEqual({ name: 'Bob Hale', type: 'person', aliases: ['Bob'] });
  expect((await create(bob, 'Bob Hale')).node).toEqual(node);
  await expect(create(bob, 'Robert')).rejects.toMatchObject({ type: 'already-exists' });
  const [later = ''] = await factsOf(fleet, 'The user called Bob Hale about Bob');
  expect(await mentionedBy(fleet, later)).toEqual({ [bob]: 'Bob Hale' });
  await call('facts', 'purge', { id: one });
  await call('facts', 'purge', { id: later });
  expect((await call('graph', 'get', { id: bob })).node?.content).toBe('Bob Hale');
  await call('graph', 'merge_entities', { into_id: bob, ids: [ann] });
  await expect(create(ann, 'Ann Hale')).rejects.toMatchObject({ type: 'already-exists' });
});

test('facts that name something at once make one entity of it', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], bus: 'sqlite', environment });
  const contents = Array.from({ length: 12 }, (_, index) => `The user wrote letter number ${index} to Marta`);
  const store = (content: string, index: number) =>
    fleet.caller.call('facts', 'store', { content, conversation_id: `c${index}`, visibility: 'scope' });
  const stored = await Promise.all(contents.map(store));
  await fleet.settled();
  const entities = await fleet.ports.graph.find(defaultScope, { kinds: ['Entity'], order: 'createdAt', limit: 10 });
  expect(entities.items).toHaveLength(1);
  const { neighbours } = await fleet.caller.call('graph', 'neighbours', { id: entities.items[0]?.id ?? '', direction: 'in' });
  expect(neighbours.map(({ node }) => node?.id).toSorted()).toEqual(stored.map(({ fact_id }) => fact_id).toSorted());
});

test('what begins a sentence is a name once the scope knows it', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const [before = '', known = '', after = ''] = await factsOf(
    fleet,
    'Marcus, as ever, in a hurry',
    'The user met Marcus',
    'Marcus, as ever, very late',
  );
  expect(await mentionedBy(fleet, before)).toEqual({});
  expect(await mentionedBy(fleet, after)).toEqual(await mentionedBy(fleet, known));
});

test('a fact that says something else mentions what it names now, and has mentioned what it named', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const [fact_id = ''] = await factsOf(fleet, 'The user works with Tobias in Ghent');
  const update = async (content: string) => {
    await fleet.caller.call('facts', 'update', { fact_id, content });
    await fleet.settled();
    return [Object.values(await mentionedBy(fleet, fact_id)), Object.values(await mentionedBy(fleet, fact_id, 'mentioned'))];
  };
  expect(await update('The user works with Ingrid in Ghent')).toEqual([expect.arrayContaining(['Ingrid', 'Ghent']), ['Tobias']]);
  const [now, once] = await update('The user works with Tobias');
  expect([now, once?.toSorted()]).toEqual([['Tobias'], ['Ghent', 'Ingrid']]);
});

test('what one conversation alone sees names nothing for the scope', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const { fact_id } = await fleet.caller.call('facts', 'store', {
    content: 'The user met Marta',
    visibility: 'conversation',
    conversation_id: 'c',
  });
  await fleet.settled();
  expect(await mentionedBy(fleet, fact_id)).toEqual({});
  expect(await fleet.ports.graph.count(defaultScope, { kinds: ['Entity'] })).toBe(0);
});

test('without ENABLE_ENTITIES nothing is joined', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'] });
  const [fact = ''] = await factsOf(fleet, 'The user met Marta');
  expect(await mentionedBy(fleet, fact)).toEqual({});
});

test('an entity goes with the last that mentions it, unless a caller made it; no edge and no name is left', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const { call } = fleet.caller;
  const own = await entity(fleet, { name: 'Ghent' });
  const [one = '', other = ''] = await factsOf(fleet, 'The user met Marta in Ghent', 'The user called Marta');
  const [marta = ''] = Object.keys(await mentionedBy(fleet, other));
  await call('facts', 'purge', { id: one });
  expect(await mentionedBy(fleet, other)).toEqual({ [marta]: 'Marta' });
  await call('facts', 'purge', { id: other });
  await expect(call('graph', 'get', { id: marta })).rejects.toMatchObject({ type: 'not-found' });
  expect((await call('graph', 'get', { id: own })).node?.content).toBe('Ghent');
  const dump = await Array.fromAsync(fleet.ports.graph.dump(defaultScope));
  expect(dump.filter((record) => 'edge' in record)).toEqual([]);
  expect(JSON.stringify(dump)).not.toContain('Marta');

  // The name is free again, and what is said anew is joined anew.
  const [again = ''] = await factsOf(fleet, 'The user wrote to Marta');
  expect(await mentionedBy(fleet, again)).toEqual({ [marta]: 'Marta' });
});

test('entities become one: its names and mentions are theirs too, and a name of either leads to it', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const { call } = fleet.caller;
  const bob = await entity(fleet, { name: 'Bob', aliases: ['Bobby'] });
  const rob = await entity(fleet, { name: 'Robert Hale', type: 'person', aliases: ['bob h'] });
  const [one = '', other = '', both = ''] = await factsOf(
    fleet,
    'The user plays chess with Bobby',
    'The user works for Robert Hale',
    'The user says that Bob is what they call Robert Hale',
  );
  const merge = () => call('graph', 'merge_entities', { into_id: rob, ids: [bob] });
  const { node, merged } = await merge();
  expect(propertiesOf(node)).toEqual({ name: 'Robert Hale', type: 'person', aliases: ['bob h', 'Bob', 'Bobby'] });
  expect(merged).toMatchObject([{ id: bob, status: 'SUPERSEDED' }]);
  expect(propertiesOf(merged[0])).toMatchObject({ name: 'Bob', merged_into: rob });
  expect(await merge()).toEqual({ node, merged });
  for (const fact of [one, other, both]) expect(await mentionedBy(fleet, fact)).toEqual({ [rob]: 'Robert Hale' });
  const { neighbours } = await call('graph', 'neighbours', { id: rob, direction: 'in' });
  expect(neighbours.map(({ node: at }) => at?.id).toSorted()).toEqual([one, other, both].toSorted());
  expect((await call('graph', 'find_similar', { query: 'Bob', kinds: ['Entity'] })).nodes.map(({ id }) => id)).toEqual([rob]);
  const [later = ''] = await factsOf(fleet, 'The user met Bob');
  expect(await mentionedBy(fleet, later)).toEqual({ [rob]: 'Robert Hale' });
  const records = async (id: string) => (await fleet.ports.graph.history(defaultScope, id)).map(({ record }) => record);
  expect([await records(bob), await records(rob)]).toEqual([['merged'], ['merged']]);
});

test('what was merged is brought back as it was, with what came with it', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const { call } = fleet.caller;
  const [one = '', other = '', both = ''] = await factsOf(
    fleet,
    'The user plays chess with Bob',
    'The user works for Robert Hale',
    'The user says that Bob is like Robert Hale',
  );
  const [bob = ''] = Object.keys(await mentionedBy(fleet, one));
  const [rob = ''] = Object.keys(await mentionedBy(fleet, other));
  const before = await Promise.all([one, other, both].map((id) => mentionedBy(fleet, id)));
  const edges = await fleet.ports.graph.edgesAround(defaultScope, [bob, rob], { direction: 'in', limit: 100 });
  for (let round = 0; round < 2; round += 1) {
    await call('graph', 'merge_entities', { into_id: rob, ids: [bob] });
    const split = () => call('graph', 'split_entity', { id: rob, name: 'bob' });
    const { node, from } = await split();
    expect(node).toMatchObject({ id: bob, status: 'ACTIVE', content: 'Bob' });
    expect(propertiesOf(from)).toEqual({ name: 'Robert Hale', aliases: [] });
    expect(await split()).toEqual({ node, from, sensitive: [] });
    expect(await Promise.all([one, other, both].map((id) => mentionedBy(fleet, id)))).toEqual(before);
  }
  const ends = (all: typeof edges) => all.map(({ id, from, to }) => [id, from, to].join(' ')).toSorted();
  expect(ends(await fleet.ports.graph.edgesAround(defaultScope, [bob, rob], { direction: 'in', limit: 100 }))).toEqual(
    ends(edges),
  );
  const [later = ''] = await factsOf(fleet, 'The user met Bob');
  expect(await mentionedBy(fleet, later)).toEqual({ [bob]: 'Bob' });
});

test('of what mentions an entity a part is made another, which a merge takes back', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const { call } = fleet.caller;
  const [one = '', other = ''] = await factsOf(fleet, 'The user plays chess with Anna', 'The user works for Anna');
  const [anna = ''] = Object.keys(await mentionedBy(fleet, one));
  const split = () => call('graph', 'split_entity', { id: anna, name: 'Anna', mention_ids: [other] });
  const { node } = await split();
  const second = node?.id ?? '';
  expect(second).not.toBe(anna);
  expect(propertiesOf(node)).toEqual({ name: 'Anna', split_from: anna });
  expect((await split()).node).toEqual(node);
  expect([await mentionedBy(fleet, one), await mentionedBy(fleet, other)]).toEqual([{ [anna]: 'Anna' }, { [second]: 'Anna' }]);

  // What is read again stays where it was moved to; what is new is of the first.
  await call('facts', 'update', { fact_id: other, content: 'The user works for Anna in Ghent' });
  const [later = ''] = await factsOf(fleet, 'The user met Anna');
  expect(Object.keys(await mentionedBy(fleet, other))).toContain(second);
  expect(Object.keys(await mentionedBy(fleet, other))).not.toContain(anna);
  expect(await mentionedBy(fleet, later)).toEqual({ [anna]: 'Anna' });

  await call('graph', 'merge_entities', { into_id: anna, ids: [second] });
  expect(Object.keys(await mentionedBy(fleet, other))).toContain(anna);
  expect(propertiesOf((await call('graph', 'get', { id: anna })).node)).toMatchObject({ name: 'Anna', aliases: [] });
});

test('a merge that was cut off after any of its commits is finished by its repeat', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const { call } = fleet.caller;
  const facts = await factsOf(fleet, 'The user met Bob', 'The user called Bob', 'The user met Robert Hale');
  const [bob = ''] = Object.keys(await mentionedBy(fleet, facts[0] ?? ''));
  const [rob = ''] = Object.keys(await mentionedBy(fleet, facts[2] ?? ''));
  await call('graph', 'merge_entities', { into_id: rob, ids: [bob] });
  // As a crash between two of its commits leaves it: the entity is merged, and a mention leads to it still.
  const [moved] = await fleet.ports.graph.edgesAround(defaultScope, [facts[0] ?? ''], { direction: 'out', limit: 1 });
  if (!moved) throw new Error('It was moved');
  await fleet.ports.graph.commit(defaultScope, { edges: [{ ...moved, to: bob }] });
  expect(await mentionedBy(fleet, facts[0] ?? '')).toEqual({});
  await call('graph', 'merge_entities', { into_id: rob, ids: [bob] });
  for (const fact of facts) expect(await mentionedBy(fleet, fact)).toEqual({ [rob]: 'Robert Hale' });
});

test('what was merged goes with the last that mentions what it was merged into', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const { call } = fleet.caller;
  const [one = '', other = ''] = await factsOf(fleet, 'The user met Bob', 'The user met Robert Hale');
  const [bob = ''] = Object.keys(await mentionedBy(fleet, one));
  const [rob = ''] = Object.keys(await mentionedBy(fleet, other));
  await call('graph', 'merge_entities', { into_id: rob, ids: [bob] });
  await call('facts', 'purge', { id: one });
  expect((await call('graph', 'get', { id: rob })).node?.status).toBe('ACTIVE');
  await call('facts', 'purge', { id: other });
  const dump = JSON.stringify(await Array.fromAsync(fleet.ports.graph.dump(defaultScope)));
  for (const left of ['Bob', 'Hale', bob, rob]) expect(dump).not.toContain(left);
});

test('what cannot be merged or split is refused by the name of the member', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'], environment });
  const { call } = fleet.caller;
  const [fact = '', other = ''] = await factsOf(fleet, 'The user met Bob', 'The user prefers tea');
  const [bob = ''] = Object.keys(await mentionedBy(fleet, fact));
  const [ann, many] = [await entity(fleet, { name: 'Ann' }), await entity(fleet, { name: 'Cat', aliases: aliases(100) })];
  const merge = (into_id: string, ...ids: readonly string[]) => call('graph', 'merge_entities', { into_id, ids });
  const split = (request: object) => call('graph', 'split_entity', { id: bob, name: 'Rob', ...request });
  const refusals: readonly (readonly [() => Promise<unknown>, string, string])[] = [
    [() => merge(bob, bob), 'invalid-argument', 'merge_entities.ids: an entity is not merged into itself'],
    [() => merge(bob), 'invalid-argument', 'merge_entities.ids: is required'],
    [() => merge(bob, fact), 'invalid-argument', `merge_entities.ids: ${fact} is no entity but a Fact`],
    [() => merge(bob, 'ent_nobody'), 'not-found', 'Node ent_nobody not found'],
    [() => merge(ann, many), 'failed-precondition', `merge_entities.ids: ${ann} would have 101 aliases`],
    [() => split({ name: '…' }), 'invalid-argument', 'split_entity.name: must have a letter'],
    [() => split({}), 'invalid-argument', 'split_entity.mention_ids: is required'],
    [() => split({ mention_ids: [other] }), 'not-found', `split_entity.mention_ids: ${other} does not mention ${bob}`],
    [() => split({ id: fact }), 'invalid-argument', `split_entity.id: ${fact} is no entity`],
    [() => call('graph', 'merge_entities', { user: 'x', into_id: ann, ids: [bob] }), 'not-found', `Node ${ann} not found`],
  ];
  for (const [attempt, type, message] of refusals)
    await expect(attempt()).rejects.toMatchObject({ type, message: expect.stringContaining(message) });
  await merge(ann, bob);
  await expect(merge(bob, many)).rejects.toMatchObject({
    type: 'failed-precondition',
    message: `merge_entities.into_id: ${bob} was merged into ${ann}; use that, or split it off first`,
  });
  await expect(merge(many, bob)).rejects.toMatchObject({ type: 'failed-precondition' });
});

function aliases(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `Cat ${index}`);
}
