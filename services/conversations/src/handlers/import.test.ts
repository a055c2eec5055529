import { turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { type Conversations, exported, exportedText, startConversations } from '../../test/start-conversations.ts';

async function imported({ call }: Conversations, import_id: string, chunks: readonly string[]) {
  let answer = await call('import', { import_id, sequence: 0, chunk: chunks[0] ?? '', end: chunks.length === 1 });
  for (const [sequence, chunk] of chunks.entries())
    if (sequence > 0) answer = await call('import', { import_id, sequence, chunk, end: sequence === chunks.length - 1 });
  return answer;
}

/** A conversation with everything, a branch of its branch, and a merge. */
async function talk(conversations: Conversations): Promise<readonly string[]> {
  const { call } = conversations;
  await call('create', { conversation_id: 'c1', title: 'Émile', tags: ['a', 'b'], metadata_json: '{"z":1,"a":{"n":[true]}}' });
  const tool_calls = [
    {
      tool_name: 'look',
      arguments: '{"q":"x"}',
      success: true,
      duration_ms: 3,
      tool_result: { success: true, result: '"found \\"it\\""' },
    },
    { tool_name: 'guess' },
  ];
  const first = await call('append_message', { conversation_id: 'c1', role: 'user', content: 'Hello "you" 👋', speaker: 'Ann' });
  await call('append_message', {
    conversation_id: 'c1',
    role: 'assistant',
    content: 'Hi',
    reasoning: 'greet',
    tool_calls,
    metadata: { z: '1', a: '2' },
  });
  const about = { file: 'src/ä.ts', start_line: 3, message_ids: [first.message_id] };
  for (const symbol of ['hello', 'Hello.you']) await call('references', { ...about, symbol });
  await call('update', { conversation_id: 'c1', invocation_summary: { query: 'q', summary: 's', result: 'r' } });
  const b1 = (await call('branch', { conversation_id: 'c1', from_message_id: first.message_id, title: 'other way' }))
    .conversation_id;
  const { message_id } = await call('append_message', { conversation_id: b1, role: 'user', content: 'on b1' });
  const b2 = (await call('branch', { conversation_id: b1, from_message_id: message_id })).conversation_id;
  await conversations.say(b2, 'on b2');
  await conversations.say('c1', 'main goes on');
  await call('merge', { conversation_id: b1, branch_id: b2 });
  return ['c1', b1, b2];
}

test('export, import into an empty store and export are byte-equal, in any order of branches', async () => {
  await using source = await startConversations();
  const ids = await talk(source);
  const documents = await Promise.all(ids.map((id) => exported(source, id)));
  for (const order of [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2]]) {
    await using target = await startConversations();
    for (const at of order)
      expect(await imported(target, `i${at}`, documents[at] ?? [])).toMatchObject({ conversation_id: ids[at], known: false });
    for (const at of order) {
      expect(await exportedText(target, ids[at] ?? '')).toBe(documents[at]?.join(''));
      expect(await target.said(ids[at] ?? '')).toEqual(await source.said(ids[at] ?? ''));
    }
    const { messages } = await target.call('search', { query: 'Hello you' });
    expect(messages[0]?.content).toBe('Hello "you" 👋');
    const { conversations, message_ids } = await target.call('references', { reference: 'hello' });
    expect(message_ids).toEqual((await source.call('references', { reference: 'hello' })).message_ids);
    expect(conversations.map(({ id }) => id).toSorted()).toEqual(order.map((at) => ids[at]).toSorted());
    expect(target.events('message-appended')).toEqual([]);
  }
});

test('a conversation started under the id of a source that is not there shows in no branch', async () => {
  await using source = await startConversations();
  const [, b1 = '', b2 = ''] = await talk(source);
  await using target = await startConversations();
  const document = await exported(source, b2);
  await imported(target, 'i', document);
  await target.say('c1', 'another c1');
  expect(await target.said('c1')).toEqual(['another c1']);
  expect(await exportedText(target, b2)).toBe(document.join(''));
  await expect(imported(target, 'j', await exported(source, 'c1'))).rejects.toThrow('Conversation c1 already exists');
  expect(await imported(target, 'k', await exported(source, b1))).toMatchObject({ conversation_id: b1 });
});

test('long documents come in pieces, each of which may come twice and after a restart; nothing is visible before the last', async () => {
  await using source = await startConversations();
  for (let index = 0; index < 30; index += 1) await source.say('c1', `${index} é "${'👋\n'.repeat(6_000)}`);
  const chunks = await exported(source, 'c1');
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) expect(Buffer.byteLength(chunk)).toBeLessThanOrEqual(524_288);
  await using target = await startConversations();
  const { call } = target;
  for (const [sequence, chunk] of chunks.entries()) {
    const end = sequence === chunks.length - 1;
    const piece = { import_id: 'i', sequence, chunk, end };
    await expect(call('import', { ...piece, sequence: sequence + 1 })).rejects.toMatchObject({ type: 'out-of-range' });
    expect((await call('list', {})).conversations).toEqual([]);
    for (let twice = 0; twice < 2; twice += 1) expect(await call('import', piece)).toMatchObject({ received: sequence + 1 });
  }
  expect(await exportedText(target, 'c1')).toBe(chunks.join(''));
  expect((await call('search', { query: '29' })).messages).not.toEqual([]);
});

test('the same content is known, other content already exists', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const { call, say } = conversations;
  await say('c1', 'hello');
  const document = await exported(conversations, 'c1');
  expect(await imported(conversations, 'i1', document)).toMatchObject({ known: true });
  await call('end', { conversation_id: 'c1' });
  expect(await imported(conversations, 'i2', document)).toMatchObject({ known: true });
  const other = document.map((chunk) => chunk.replace('hello', 'howdy'));
  await expect(imported(conversations, 'i3', other)).rejects.toThrow('Conversation c1 already exists');
  const cursor = '1.0';
  await expect(call('export', { conversation_id: 'c1', cursor })).rejects.toMatchObject({ type: 'failed-precondition' });
});

test.each([
  ['{', '$: is no whole JSON document'],
  ['{"format":"x"}', '$.format: must be'],
  [(text: string) => text.replace('"role":"user"', '"role":"boss"'), '$.messages[0].content.role: must be one of'],
  [(text: string) => text.replace('"ordinal":1', '"ordinal":"1"'), '$.messages[0].ordinal: must be a number'],
  [(text: string) => text.replace('"tags":[]', '"tags":[7]'), '$.conversation.tags[0]: must be text, got a number'],
  [
    (text: string) => text.replace('"tool_calls":[]', '"tool_calls":[],"references":[{"id":"x"}]'),
    '$.messages[0].references[0].id: must be the id of code',
  ],
  [(text: string) => text.replace('"summary":null', '"sumary":null'), '$.conversation.sumary: is not known'],
])('a document that is wrong is refused by its path (%#)', async (change, message) => {
  await using source = await startConversations();
  await source.say('c1', 'hello');
  const text = await exportedText(source, 'c1');
  await using target = await startConversations();
  const chunk = typeof change === 'string' ? change : change(text);
  await expect(imported(target, 'i', [chunk])).rejects.toThrow(message);
  expect((await target.call('list', {})).conversations).toEqual([]);
});

test('what is sensitive is redacted also where it stands on both sides of a cut', async () => {
  await using source = await startConversations({ environment: { SENSITIVE_DATA: 'allow' } });
  const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH';
  await source.say('c1', `my key is ${secret}`);
  const text = await exportedText(source, 'c1');
  const cut = text.indexOf(secret) + 10;
  await using target = await startConversations();
  const answer = await imported(target, 'i', [text.slice(0, cut), text.slice(cut)]);
  expect(answer.sensitive).toMatchObject([{ action: 'redacted' }]);
  expect((await target.said('c1')).join('')).not.toContain(secret.slice(0, 20));
});

test('a link that is made between two pieces ends the export', async () => {
  await using source = await startConversations();
  const { call, say } = source;
  const { message_id } = await say('c1', 'x');
  for (let index = 0; index < 10; index += 1) await say('c1', 'y'.repeat(60_000));
  const { next_cursor } = await call('export', { conversation_id: 'c1' });
  const [before] = (await call('list', {})).conversations;
  await call('references', { reference: 'run', message_ids: [message_id] });
  await expect(call('export', { conversation_id: 'c1', cursor: next_cursor })).rejects.toThrow(
    'has changed since its export began',
  );
  expect((await call('list', {})).conversations[0]?.updated_at).toBe(before?.updated_at);
});

test('a message that is appended while a piece is read ends the export', async () => {
  await using source = await startConversations();
  await source.say('c1', 'x');
  const { graph } = source.fleet.ports;
  const find = graph.find.bind(graph);
  vi.spyOn(graph, 'find').mockImplementationOnce(async (...asked) => {
    await source.say('c1', 'y');
    return find(...asked);
  });
  await expect(source.call('export', { conversation_id: 'c1' })).rejects.toThrow('has changed since its export began');
  expect(await exported(source, 'c1')).toHaveLength(1);
});

test('a branch comes before the one that it is a branch of, also where that has nothing of its own', async () => {
  await using source = await startConversations();
  const { message_id } = await source.say('c1', 'hello');
  const branchOf = async (conversation_id: string) =>
    (await source.call('branch', { conversation_id, from_message_id: message_id })).conversation_id;
  const b1 = await branchOf('c1');
  const b2 = await branchOf(b1);
  await using target = await startConversations();
  for (const id of [b2, b1, 'c1']) {
    const document = await exported(source, id);
    await imported(target, `i-${id}`, document);
    expect(await exported(target, id)).toEqual(document);
  }
});

/** The document of c1, which has a message with a call, a result and an invocation, with some texts replaced. */
async function changed(source: Conversations, ...changes: readonly (readonly [string | RegExp, string])[]): Promise<string> {
  const text = await exportedText(source, 'c1');
  return changes.reduce((sum, [from, to]) => sum.replaceAll(from, to), text);
}

test.each(['merged_into', 'branch_of'])('a conversation that leads back to itself by %s is refused', async (member) => {
  await using source = await startConversations();
  await source.say('c1', 'hello');
  await using target = await startConversations();
  const leadsTo = (other: string) => [`"${member}":null`, `"${member}":"${other}"`] as const;
  for (const self of ['c1', 'conv_c1'])
    await expect(imported(target, `i-${self}`, [await changed(source, leadsTo(self))])).rejects.toMatchObject({
      type: 'invalid-argument',
      message: `$.conversation.${member}: must be another conversation`,
    });
  // c1 leads to c2, c2 to c3: c3 must not lead to c1.
  const chain = [
    ['c1', 'c2'],
    ['c2', 'c3'],
    ['c3', 'c1'],
  ] as const;
  const documents = chain.map(([id, other], index) =>
    changed(source, ['"c1"', `"${id}"`], leadsTo(other), [/("id":"msg_[^"]*)."/g, `$1${index}"`]),
  );
  const [first = '', second = '', third = ''] = await Promise.all(documents);
  await imported(target, 'i1', [first]);
  await imported(target, 'i2', [second]);
  await expect(imported(target, 'i3', [third])).rejects.toMatchObject({
    type: 'invalid-argument',
    message: `$.conversation.${member}: leads back to c3, by conversation c2`,
  });
});

test('what another conversation has already is refused for good', async () => {
  await using source = await startConversations();
  const { call } = source;
  const tool_calls = [{ tool_name: 'look', tool_result: { success: true, result: '1' } }];
  await call('append_message', { conversation_id: 'c1', role: 'assistant', content: 'Hi', tool_calls });
  await call('update', { conversation_id: 'c1', invocation_summary: { query: 'q', summary: 's', result: 'r' } });
  await using target = await startConversations();
  await imported(target, 'i0', await exported(source, 'c1'));
  const other = ['"c1"', '"c2"'] as const;
  // An id begins with its time, which begins with 0 for centuries.
  const next = (prefix: string) => [`"id":"${prefix}_0`, `"id":"${prefix}_1`] as const;
  const refusals = [
    [[], /^Message msg_.* already exists/],
    [[next('msg')], /^inv_.* already exists, in conversation c1$/],
    [[next('msg'), next('inv')], /^call_.* already exists, in conversation c1$/],
    [[next('msg'), next('inv'), next('call')], /^res_.* already exists, in conversation c1$/],
  ] as const;
  for (const [index, [changes, message]] of refusals.entries()) {
    const refused = imported(target, `i-${index}`, [await changed(source, other, ...changes)]);
    await expect(refused).rejects.toMatchObject({
      type: 'already-exists',
      retryable: false,
      message: expect.stringMatching(message),
    });
  }
  const all = await changed(source, other, next('msg'), next('inv'), next('call'), next('res'));
  expect(await imported(target, 'i-all', [all])).toMatchObject({ conversation_id: 'c2', known: false });
});

test('a document of a conversation that was deleted is refused with its first piece, and taken where it was not', async () => {
  await using conversations = await startConversations();
  const { call, say } = conversations;
  await say('c1', 'one');
  const [text = ''] = await exported(conversations, 'c1');
  await call('delete', { conversation_id: 'c1' });
  const first = { import_id: 'i', sequence: 0, chunk: text.slice(0, -1), end: false };
  const refused = { type: 'already-exists', message: 'Conversation c1 was deleted here: Restore brings it back' };
  await expect(call('import', first)).rejects.toMatchObject(refused);
  const second = { import_id: 'i', sequence: 1, chunk: text.slice(-1), end: true };
  await expect(call('import', second)).rejects.toMatchObject({ type: 'out-of-range' });
  expect(await call('import', { ...first, user: 'u2' })).toMatchObject({ received: 1 });
  await expect(call('import', { ...first, import_id: 'j', chunk: text, end: true })).rejects.toMatchObject(refused);
});

test('another document under the id of an import is refused, during the import and after it', async () => {
  await using conversations = await startConversations();
  const { call, say } = conversations;
  await say('c1', 'one');
  await say('c2', 'two');
  const [[first = ''], [second = '']] = [await exported(conversations, 'c1'), await exported(conversations, 'c2')];
  const half = first.length / 2;
  const piece = (sequence: number, chunk: string, end: boolean) =>
    call('import', { import_id: 'i', sequence, chunk, end, user: 'u2' });
  const refused = { type: 'already-exists', message: expect.stringMatching(/^import_id: piece 0 of i was another one/) };
  await piece(0, first.slice(0, half), false);
  await expect(piece(0, second, true)).rejects.toMatchObject(refused);
  expect(await piece(1, first.slice(half), true)).toMatchObject({ conversation_id: 'c1', known: false });
  expect(await piece(1, first.slice(half), true)).toMatchObject({ conversation_id: 'c1', known: true });
  await expect(piece(0, second, true)).rejects.toMatchObject(refused);
});

test('a document of a conversation for which memory is off is not stored', async () => {
  await using source = await startConversations();
  await source.say('c1', 'hello');
  const chunks = await exported(source, 'c1');
  await using target = await startConversations({ services: ['conversations', 'graph'] });
  const { call } = target.fleet.caller;
  await call('graph', 'update_settings', { conversation_id: 'c1', settings: { memory: 'off' } });
  await expect(imported(target, 'i1', chunks)).rejects.toMatchObject({ type: 'failed-precondition' });
  await call('graph', 'update_settings', { conversation_id: 'c1', settings: {} });
  expect(await imported(target, 'i1', chunks)).toMatchObject({ conversation_id: 'c1', known: false });
});

test('a conversation that is deleted while its document comes in stays deleted', async () => {
  await using source = await startConversations();
  await source.say('c1', 'hello');
  const text = await exportedText(source, 'c1');
  await using target = await startConversations();
  const { call, say, said } = target;
  const half = Math.floor(text.length / 2);
  await call('import', { import_id: 'i1', sequence: 0, chunk: text.slice(0, half) });
  await say('c1', 'not from the document');
  await call('delete', { conversation_id: 'c1' });
  const last = call('import', { import_id: 'i1', sequence: 1, chunk: text.slice(half), end: true });
  await expect(last).rejects.toMatchObject({
    type: 'already-exists',
    message: 'Conversation c1 was deleted here: Restore brings it back',
  });
  await expect(said('c1')).rejects.toMatchObject({ type: 'not-found' });
});
