import { retrieveMemory } from '@agent-mem/memory-tools';
import { defaultScope, startFleet, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';

type Fleet = Awaited<ReturnType<typeof startFleet>>;
type Call = Fleet['caller']['call'];

const said = [
  'The login page answers 500 since the release of Monday.',
  'The cause is the session cookie: its key was rotated and AuthService still reads the old one.',
  'We decided to read both keys for thirty days, because sessions must not be lost.',
  'The ticket is OPS-4711 and Marta deploys the fix at 18:30.',
];

async function talk(call: Call, conversation_id: string, texts: readonly string[] = said) {
  const ids: string[] = [];
  for (const content of texts) {
    const { message_id } = await call('conversations', 'append_message', { conversation_id, role: 'user', content });
    ids.push(message_id);
  }
  return ids;
}

async function ended(call: Call, job_id: string) {
  return vi.waitFor(async () => {
    const { job } = await call('graph', 'get_job', { job_id });
    expect(job?.progress === 1 || job?.error).toBeTruthy();
    return job;
  });
}

async function compacted(fleet: Fleet, node_ids: readonly string[]) {
  const { call } = fleet.caller;
  const { job_id } = await call('graph', 'trigger_compaction', { node_ids: [...node_ids] });
  const job = await ended(call, job_id);
  await fleet.settled();
  return { job, id: job?.result.summary_node_id ?? '' };
}

test('a summary takes the place of the messages that it archived: found in search and context, opened, and undone', async () => {
  const clock = turnedClock();
  await using fleet = await startFleet({ services: ['graph', 'conversations', 'facts'], clock });
  const { call } = fleet.caller;
  const ids = await talk(call, 'c1');
  const dry = await call('graph', 'trigger_compaction', { node_ids: ids, dry_run: true });
  expect(dry).toMatchObject({ message: 'Compaction would summarise 4 nodes.', job_id: '', node_ids: ids });
  expect(await call('graph', 'trigger_compaction', { node_ids: [] }).catch(({ type }) => type)).toBe('invalid-argument');

  const { job, id } = await compacted(fleet, ids);
  expect(job).toMatchObject({
    status: 'done',
    kind: 'compaction',
    subject: 'c1',
    result: { nodes: '4', generating_model: 'rules' },
  });
  expect(id).toMatch(/^sum_/);
  const { node } = await call('graph', 'get', { id });
  expect(node).toMatchObject({ kind: 'Summary', status: 'ACTIVE', archived_by: null });
  expect(JSON.parse(node?.properties ?? '')).toMatchObject({ original_node_ids: ids, generating_model: null });
  const [first = ''] = ids;
  expect((await call('graph', 'get', { id: first })).node).toMatchObject({ status: 'ARCHIVED', archived_by: 'compaction' });

  // Out of search and traversal, found by id; the summary is found by what only they said.
  const found = await call('conversations', 'search', { query: 'OPS-4711 Marta deploys', conversation_id: 'c1' });
  expect(found.messages.map((message) => [message.id, message.role])).toEqual([[id, 'system']]);
  expect(found.receipt?.items.map((item) => item.id)).toEqual([id]);
  const context = await call('conversations', 'build_context', {
    conversation_id: 'c1',
    query: 'which ticket is it',
    max_tokens: 500,
  });
  expect(context.text).toContain(`[MemoryRef: ${id} - the 4 memories that this summarises]`);
  expect((await call('graph', 'find_similar', { query: 'session cookie' })).nodes.map((each) => each.id)).toContain(id);
  expect((await call('graph', 'neighbours', { id, direction: 'in' })).neighbours).toEqual([]);
  const archived = await call('graph', 'neighbours', { id, direction: 'in', include_archived: true });
  expect(archived.neighbours.map((each) => each.node?.id).toSorted()).toEqual(ids.toSorted());
  const history = await call('conversations', 'history', { conversation_id: 'c1' });
  expect(history.messages.map(({ status }) => status)).toEqual(['ARCHIVED', 'ARCHIVED', 'ARCHIVED', 'ARCHIVED']);

  await expect(call('graph', 'trigger_compaction', { node_ids: ids })).rejects.toMatchObject({ type: 'failed-precondition' });
  const restored = await call('graph', 'restore', { id: first });
  expect(restored.restored_ids.toSorted()).toEqual(ids.toSorted());
  const again = await call('conversations', 'search', { query: 'OPS-4711 Marta deploys', conversation_id: 'c1' });
  expect(again.messages[0]?.id).toBe(ids[3]);
  expect((await call('graph', 'get', { id: first })).node).toMatchObject({ status: 'ACTIVE', archived_by: null });
  await expect(call('graph', 'get', { id })).rejects.toMatchObject({ type: 'not-found' });
  expect((await call('graph', 'restore', { id: first })).restored_ids).toEqual([]);
});

test('facts are compacted into what facts.Retrieve finds; storing one again makes it anew, and deleting one undoes', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'] });
  const { call } = fleet.caller;
  const store = async (content: string) => (await call('facts', 'store', { content })).fact_id;
  const [tea, coffee, beer] = [
    await store('Anne drinks tea'),
    await store('Anne drinks no coffee'),
    await store('Bob brews beer'),
  ];
  await call('graph', 'update_entity_weight', { entity_id: coffee, entity_type: 'NODE', weight: 0.8 });
  await fleet.settled();
  const { id } = await compacted(fleet, [tea, coffee, beer]);
  const retrieve = async (query: string) => (await call('facts', 'retrieve', { query, include_weights: true })).facts;
  expect(await retrieve('What does Anne drink?')).toMatchObject([{ id, weight: 0.8, trust: 'tool' }]);
  const receipt = (await call('facts', 'retrieve', { query: 'What does Anne drink?' })).receipt;
  expect(receipt?.items.map((item) => item.id)).toEqual([id]);

  const anew = await call('facts', 'store', { content: 'Anne drinks tea' });
  expect(anew).toMatchObject({ created: true });
  expect(anew.fact_id).not.toBe(tea);

  await call('facts', 'delete', { fact_id: beer });
  await fleet.settled();
  const kept = await call('graph', 'get', { id: coffee, include_weights: true });
  expect(kept.node).toMatchObject({ status: 'ACTIVE', weight: 0.8 });
  await expect(call('graph', 'get', { id })).rejects.toMatchObject({ type: 'not-found' });
  expect((await retrieve('Bob brews beer')).map((fact) => fact.content)).not.toContain('Bob brews beer');
});

test('what was stored anew while it was compacted stands once when the compaction is undone', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'] });
  const { call } = fleet.caller;
  const store = async (content: string, key?: string) => (await call('facts', 'store', { content, ...(key && { key }) })).fact_id;
  const tea = await store('Anne drinks tea');
  const desk = await store('The desk stands by the window', 'desk');
  const beer = await store('Bob brews beer');
  await fleet.settled();
  await compacted(fleet, [tea, desk, beer]);
  const anew = await store('Anne drinks tea');
  const moved = await store('The desk stands in the hall', 'desk');
  await fleet.settled();
  expect((await call('graph', 'restore', { id: tea })).restored_ids).toEqual([beer]);
  const active = async () => (await call('facts', 'list', {})).facts.map(({ id }) => id).toSorted();
  expect(await active()).toEqual([anew, moved, beer].toSorted());
  await expect(call('facts', 'restore', { fact_id: tea })).rejects.toMatchObject({
    type: 'failed-precondition',
    message: `Fact ${tea} cannot be restored: its text is stored as ${anew}`,
  });

  // Its text is free again: what took it was deleted, and left no trace of who had it before.
  await compacted(fleet, [anew, beer]);
  const third = await store('Anne drinks tea');
  await call('facts', 'delete', { fact_id: third });
  expect((await call('graph', 'restore', { id: anew })).restored_ids.toSorted()).toEqual([anew, beer].toSorted());
  expect(await call('facts', 'store', { content: 'Anne drinks tea' })).toMatchObject({ created: false, fact_id: anew });
});

test('a summary of summaries stands for them all; restoring one original brings everything back', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts'] });
  const { call } = fleet.caller;
  const store = async (content: string) => (await call('facts', 'store', { content })).fact_id;
  const ids: string[] = [];
  for (const name of ['Lisbon', 'Porto', 'Faro', 'Evora']) ids.push(await store(`The office of ${name} opened in 2019`));
  await fleet.settled();
  const one = await compacted(fleet, ids.slice(0, 2));
  const two = await compacted(fleet, ids.slice(2));
  const all = await compacted(fleet, [one.id, two.id]);
  const { facts } = await call('facts', 'retrieve', { query: 'office of Faro' });
  expect(facts.map((fact) => fact.id)).toEqual([all.id]);
  const restored = await call('graph', 'restore', { id: ids[0] ?? '' });
  // The siblings of the inner summary, and the other inner summary.
  expect(restored.restored_ids.toSorted()).toEqual([ids[0], ids[1], two.id].toSorted());
  const status = async (id = '') => (await call('graph', 'get', { id })).node?.status;
  expect([await status(ids[0]), await status(ids[2]), await status(two.id)]).toEqual(['ACTIVE', 'ARCHIVED', 'ACTIVE']);
});

test('purging what is compacted erases the summary that says it; what else it stood for is active again', async () => {
  await using fleet = await startFleet({ services: ['graph', 'facts', 'conversations'] });
  const { call } = fleet.caller;
  const store = async (content: string) => (await call('facts', 'store', { content })).fact_id;
  const [secret, plain] = [await store('Anne is treated by Dr Quartz'), await store('Anne drinks tea')];
  await fleet.settled();
  const { id } = await compacted(fleet, [secret, plain]);
  await call('facts', 'purge', { id: secret });
  await fleet.settled();
  await expect(call('graph', 'get', { id })).rejects.toMatchObject({ type: 'not-found' });
  expect((await call('graph', 'get', { id: plain })).node).toMatchObject({ status: 'ACTIVE', archived_by: null });
  const { facts } = await call('facts', 'retrieve', { query: 'Who treats Anne? Dr Quartz' });
  expect(JSON.stringify(facts)).not.toContain('Quartz');
});

test('deleting a conversation whose messages were compacted leaves nothing that says them', async () => {
  await using fleet = await startFleet({ services: ['graph', 'conversations'] });
  const { call } = fleet.caller;
  const { id } = await compacted(fleet, await talk(call, 'c1'));
  await call('conversations', 'delete', { conversation_id: 'c1' });
  await fleet.settled();
  await expect(call('graph', 'get', { id })).rejects.toMatchObject({ type: 'not-found' });
  expect((await call('graph', 'find_similar', { query: 'session cookie' })).nodes).toEqual([]);
});

test('what one summary cannot stand for is refused by its field', async () => {
  await using fleet = await startFleet({ services: ['graph', 'conversations', 'facts'] });
  const { call } = fleet.caller;
  const [one = ''] = await talk(call, 'c1', ['Hello there']);
  const [two = ''] = await talk(call, 'c2', ['Hello you']);
  const { job_id } = await call('graph', 'trigger_compaction', { node_ids: [one] });
  await ended(call, job_id);
  for (const [node_ids, type, message] of [
    [[two, 'msg_nobody'], 'not-found', 'trigger_compaction.node_ids: msg_nobody not found'],
    [[one], 'failed-precondition', `${one} is ARCHIVED, not ACTIVE`],
    [[job_id], 'invalid-argument', `${job_id} is a Job; compacted are`],
  ] as const)
    await expect(call('graph', 'trigger_compaction', { node_ids: [...node_ids] })).rejects.toMatchObject({
      type,
      message: expect.stringContaining(message),
    });
  const [three = ''] = await talk(call, 'c3', ['Good morning']);
  await expect(call('graph', 'trigger_compaction', { node_ids: [two, three] })).rejects.toMatchObject({
    message: expect.stringContaining('belong to several conversations'),
  });
  await expect(call('graph', 'trigger_compaction', { node_ids: [two], user: 'other' })).rejects.toMatchObject({
    type: 'not-found',
  });
});

test('with conversations in files, what is archived keeps its text and comes back with it', async () => {
  await using fleet = await startFleet({
    services: ['graph', 'conversations'],
    bus: 'sqlite',
    environment: { PERSISTENCE_TYPE: 'files' },
  });
  const { call } = fleet.caller;
  const ids = await talk(call, 'c1');
  const { id } = await compacted(fleet, ids);
  const texts = async () => {
    const { messages } = await call('conversations', 'history', { conversation_id: 'c1' });
    return messages.map(({ content, status }) => [content, status]);
  };
  expect(await texts()).toEqual(said.map((content) => [content, 'ARCHIVED']));
  await call('graph', 'restore', { id });
  expect(await texts()).toEqual(said.map((content) => [content, 'ACTIVE']));
  // One message is restored by its own service too.
  const again = await compacted(fleet, ids);
  await call('conversations', 'restore', { id: ids[0] ?? '' });
  expect(await texts()).toEqual(said.map((content) => [content, 'ACTIVE']));
  await expect(call('graph', 'get', { id: again.id })).rejects.toMatchObject({ type: 'not-found' });
});

test('a summary stands among the newest messages in the place of those that it archived, once', async () => {
  await using fleet = await startFleet({ services: ['graph', 'conversations'] });
  const { call } = fleet.caller;
  await talk(call, 'c1', ['Good morning']);
  const archived = await talk(call, 'c1');
  await talk(call, 'c1', ['Thank you', 'Until Monday']);
  const { id } = await compacted(fleet, archived);
  const shown = async (asked: object) =>
    (await call('conversations', 'build_context', { conversation_id: 'c1', ...asked })).recent_messages;
  for (const asked of [{ strategy: 'recent' }, { strategy: 'recent', max_tokens: 500 }, {}]) {
    const messages = await shown(asked);
    expect(messages.map((message) => message.id === id || message.content)).toEqual([
      ...['Good morning', true, 'Thank you', 'Until Monday'],
    ]);
    expect(messages[1]?.content).toContain('OPS-4711');
  }
  expect((await shown({ strategy: 'recent', recent_messages: 3 })).map(({ content }) => content)).not.toContain('Good morning');
  const again = (await compacted(fleet, [id])).id;
  expect((await shown({})).map((message) => message.id)).toContain(again);
});

test('an exported conversation has what was said and not its compaction, so that all of it is found where it is imported', async () => {
  await using fleet = await startFleet({ services: ['graph', 'conversations'] });
  const { call } = fleet.caller;
  const ids = await talk(call, 'c1');
  const before = (await call('conversations', 'export', { conversation_id: 'c1' })).chunk;
  await compacted(fleet, ids);
  const { chunk } = await call('conversations', 'export', { conversation_id: 'c1' });
  const statuses = (text: string) => JSON.parse(text).messages.map(({ status }: { status: string }) => status);
  expect([statuses(chunk), statuses(before)]).toEqual([ids.map(() => 'ACTIVE'), ids.map(() => 'ACTIVE')]);
  const piece = { import_id: 'copy', sequence: 0, chunk, end: true };
  expect((await call('conversations', 'import', piece)).known).toBe(true);
  const elsewhere = { user: 'reader' };
  expect((await call('conversations', 'import', { ...piece, ...elsewhere })).conversation_id).toBe('c1');
  expect((await call('conversations', 'export', { ...elsewhere, conversation_id: 'c1' })).chunk).toBe(chunk);
  await fleet.settled();
  const found = await call('conversations', 'search', { ...elsewhere, query: 'OPS-4711 Marta deploys' });
  expect(found.messages[0]?.content).toBe(said[3]);
});

test('an agent opens what a summary stands for, by the words that it looks for', async () => {
  await using fleet = await startFleet({ services: ['graph', 'conversations'] });
  const { call } = fleet.caller;
  const { id } = await compacted(fleet, await talk(call, 'c1'));
  const tools = { caller: fleet.caller, scope: defaultScope, options: {} } as unknown as Parameters<typeof retrieveMemory.run>[1];
  const open = async (args: object) => (await retrieveMemory.run({ memory_key: id, ...args }, tools)).text;
  expect((await open({})).split('\n').map((line) => line.slice('2026-01-01T00:00 '.length))).toEqual(said);
  expect(await open({ memory_key: `[MemoryRef: ${id} - the 4 memories]`, query: 'who deploys it? Marta' })).toMatch(
    /^\S+ The ticket/,
  );
  expect(await open({ query: 'zebra' })).toBe('Nothing in it has any of these words');
});

test('an agent reads a long message that a summary stands for to its end, page by page', async () => {
  await using fleet = await startFleet({ services: ['graph', 'conversations'] });
  const { call } = fleet.caller;
  const log = Array.from({ length: 900 }, (_, line) => `${line}: der Hafen öffnet um neun`).join('\n');
  const append = async (content: string) =>
    (await call('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content })).message_id;
  const { id } = await compacted(fleet, [await append('Here is the log'), await append(log), await append('Read it')]);
  const read = async (pageBytes: number) => {
    const tools = { caller: fleet.caller, scope: defaultScope, options: {}, pageBytes, invocation: null };
    const pages: string[] = [];
    for (let page: unknown = 1; page !== null && page !== undefined; ) {
      const { data, text } = await retrieveMemory.run({ memory_key: id, page }, tools);
      expect(text).toContain(data.next_page ? `Go on with page ${data.next_page}` : 'Read it');
      pages.push(String(data.content));
      page = data.next_page;
    }
    return pages;
  };
  const pages = await read(3_000);
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter((page) => Buffer.byteLength(page) > 3_000)).toEqual([]);
  expect(pages.join('')).toContain(log);
  expect(await read(100_000)).toHaveLength(1);
  const tools = { caller: fleet.caller, scope: defaultScope, options: {}, invocation: null };
  await expect(retrieveMemory.run({ memory_key: id, offset: 3_000 }, tools)).rejects.toThrow(
    /^offset: a summary is read by page/,
  );
});

test('what was compacted expires when its days are over, and no summary says it on', async () => {
  const clock = turnedClock();
  const environment = { MESSAGE_TTL_DAYS: '30' };
  await using fleet = await startFleet({ services: ['graph', 'conversations', 'facts'], clock, environment });
  const { call } = fleet.caller;
  const ids = await talk(call, 'c1');
  await clock.leap(86_400_000);
  const [younger = ''] = await talk(call, 'c1', ['Marta has deployed it.']);
  const { id } = await compacted(fleet, [...ids, younger]);
  const found = async () => {
    const { messages } = await call('conversations', 'search', { query: 'ticket Marta deploys', conversation_id: 'c1' });
    return messages.map((message) => message.id);
  };
  expect(await found()).toEqual([id]);
  await clock.leap(29 * 86_400_000);
  for (let minute = 0; minute < 3; minute++) {
    await clock.advance(60_000);
    await fleet.settled();
  }
  expect(await found()).toEqual([younger]);
  const { messages } = await call('conversations', 'history', { conversation_id: 'c1' });
  expect(messages.map((message) => message.id)).toEqual([younger]);
  expect((await call('graph', 'get', { id }).catch(({ type }) => type)) as unknown).toBe('not-found');
});

test('tool calls that were compacted without their message expire with it, and no summary says them on', async () => {
  const clock = turnedClock();
  await using fleet = await startFleet({ services: ['graph', 'conversations'], clock, environment: { MESSAGE_TTL_DAYS: '30' } });
  const { call } = fleet.caller;
  const tool_calls = said.map((result, index) => ({
    tool_name: `look_${index}`,
    tool_result: { success: true, result: JSON.stringify(result) },
  }));
  const own = { conversation_id: 'c1' };
  const message = await call('conversations', 'append_message', { ...own, role: 'assistant', content: 'I looked', tool_calls });
  const [node] = await fleet.ports.graph.get(defaultScope, [message.message_id]);
  const ids = node?.properties.tool_result_ids as string[];
  const { id } = await compacted(fleet, ids);
  const statuses = async () =>
    (await fleet.ports.graph.get(defaultScope, [message.message_id, ...ids])).map(({ status }) => status);
  expect(new Set((await statuses()).slice(1))).toEqual(new Set(['ARCHIVED']));
  await clock.leap(30 * 86_400_000);
  for (let minute = 0; minute < 3; minute++) {
    await clock.advance(60_000);
    await fleet.settled();
  }
  expect(new Set(await statuses())).toEqual(new Set(['EXPIRED']));
  expect((await call('graph', 'get', { id }).catch(({ type }) => type)) as unknown).toBe('not-found');
});
