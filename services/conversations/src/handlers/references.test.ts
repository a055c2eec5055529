import { defaultScope } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Conversations, startConversations } from '../../test/start-conversations.ts';

const said = async ({ say }: Conversations, conversation: string, content = 'about the code') =>
  (await say(conversation, content)).message_id;

const codeIn = async ({ fleet }: Conversations) =>
  (await fleet.ports.graph.find(defaultScope, { kinds: ['CodeUnit'], order: 'createdAt', limit: 100 })).items;

test('conversations are found by the bare name of what their messages were linked to, each once, the last that spoke of it first', async () => {
  await using conversations = await startConversations();
  const { call } = conversations;
  const [first, second] = [await said(conversations, 'c1'), await said(conversations, 'c2')];
  const third = await said(conversations, 'c1');
  const other = await said(conversations, 'c3');
  const linked = await call('references', { reference: 'src/auth.ts#AuthService', message_ids: [first] });
  expect(linked).toMatchObject({ message_ids: [first], code_unit_id: expect.stringMatching(/^code_/) });
  await call('references', {
    symbol: 'AuthService.login',
    file: 'src/auth.ts',
    start_line: 3,
    commit: 'abc',
    message_ids: [second, third],
  });
  await call('references', { reference: 'UserService', message_ids: [other] });

  const found = await call('references', { reference: 'AuthService' });
  expect(found.conversations.map(({ id }) => id)).toEqual(['c1', 'c2']);
  expect(found.message_ids).toEqual([third, first, second]);
  expect([found.code_unit_id, found.next_cursor]).toEqual([null, null]);
  expect((await call('references', { reference: 'auth.ts', commit: 'abc' })).message_ids).toEqual([third, second]);
  const { code_unit_id } = await call('references', { reference: 'src/auth.ts#AuthService' });
  expect(code_unit_id).toBe(linked.code_unit_id);
  expect((await call('references', { reference: 'PaymentService' })).conversations).toEqual([]);
  expect((await codeIn(conversations)).map(({ properties }) => properties)).toContainEqual({
    file: 'src/auth.ts',
    symbol: 'AuthService.login',
    start_line: 3,
    end_line: 3,
    commit: 'abc',
    made_by: 'references',
  });
});

test('pages lead on, and a link made twice is one', async () => {
  await using conversations = await startConversations();
  const { call } = conversations;
  const messages: string[] = [];
  for (const id of ['c1', 'c2', 'c3', 'c4', 'c5']) messages.push(await said(conversations, id));
  for (const message of [...messages, ...messages]) await call('references', { reference: 'run', message_ids: [message] });
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof call<'references'>>> = await call('references', { reference: 'run', limit: 2, cursor });
    pages.push(page.conversations.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(pages).toEqual([['c5', 'c4'], ['c3', 'c2'], ['c1']]);
  expect(await codeIn(conversations)).toHaveLength(1);
  const [unit] = await codeIn(conversations);
  const { items } = await conversations.fleet.ports.graph.neighbours(defaultScope, unit?.id ?? '', {
    direction: 'in',
    limit: 100,
  });
  expect(items).toHaveLength(5);
  await expect(call('references', { reference: 'run', cursor: 'x' })).rejects.toThrow('cursor: must be next_cursor');
});

test('each conversation that shows a message is answered: its own, a branch of it, a branch of that, and what took one in', async () => {
  await using conversations = await startConversations();
  const { call } = conversations;
  const before = await said(conversations, 'c1');
  const about = await said(conversations, 'c1');
  const { conversation_id: early } = await call('branch', { conversation_id: 'c1', from_message_id: before });
  const { conversation_id: branch } = await call('branch', { conversation_id: 'c1', from_message_id: about });
  const { conversation_id: twig } = await call('branch', { conversation_id: branch, from_message_id: about });
  const own = await said(conversations, twig);
  await call('references', { reference: 'run', message_ids: [about] });
  await call('references', { reference: 'src/shop.ts#run', message_ids: [own] });

  const found = await call('references', { reference: 'run' });
  const ids = found.conversations.map(({ id }) => id);
  expect(ids).toEqual([twig, ...[branch, 'c1'].toSorted()]);
  expect(found.message_ids).toEqual([own, about]);
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: typeof found = await call('references', { reference: 'run', limit: 1, cursor });
    pages.push(page.conversations.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(pages).toEqual(ids.map((id) => [id]));

  await call('merge', { conversation_id: early, branch_id: twig });
  expect((await call('references', { reference: 'run' })).conversations.map(({ id }) => id)).toContain(early);
  // A message whose conversation is deleted is linked where another shows it.
  await call('delete', { conversation_id: 'c1' });
  await conversations.fleet.settled();
  await call('references', { reference: 'walk', message_ids: [before] });
  const walked = await call('references', { reference: 'walk' });
  expect(walked.conversations.map(({ id }) => id)).toEqual([early, branch, twig].toSorted());
  expect(walked.message_ids).toEqual([before]);
});

test('a message that is not there is refused, and nothing is linked', async () => {
  await using conversations = await startConversations();
  const there = await said(conversations, 'c1');
  const missing = 'msg_01a207bc-5759-707a-8abb-4232a9b765c5';
  await expect(conversations.call('references', { reference: 'run', message_ids: [there, missing] })).rejects.toMatchObject({
    type: 'not-found',
    message: `Message ${missing} not found`,
  });
  expect(await codeIn(conversations)).toEqual([]);
  await expect(conversations.call('references', { message_ids: [there] })).rejects.toThrow('reference: is required');
});

test('a deleted conversation is not answered, and code goes with the last message about it', async () => {
  await using conversations = await startConversations({ services: ['conversations', 'graph'] });
  const { call } = conversations;
  const { graph } = conversations.fleet.ports;
  const message_ids = [await said(conversations, 'c1'), await said(conversations, 'c2')];
  await call('references', { reference: 'run', message_ids });
  const at = '2026-01-01T00:00:00.000Z';
  const own = { id: 'code_own', kind: 'CodeUnit', createdAt: at, updatedAt: at, properties: { symbol: 'walk' } } as const;
  await graph.commit(defaultScope, { nodes: [own] });
  await call('references', { reference: 'walk', message_ids });
  await call('delete', { conversation_id: 'c1' });
  expect((await call('references', { reference: 'run' })).conversations.map(({ id }) => id)).toEqual(['c2']);
  await call('restore', { id: 'c1' });
  expect((await call('references', { reference: 'run' })).conversations.map(({ id }) => id)).toEqual(['c2', 'c1']);
  await conversations.fleet.caller.call('graph', 'purge', { conversation_id: 'c1' });
  expect((await codeIn(conversations)).map(({ properties }) => properties.symbol)).toEqual(['walk', 'run']);
  await conversations.fleet.caller.call('graph', 'purge', { conversation_id: 'c2' });
  expect((await codeIn(conversations)).map(({ id }) => id)).toEqual(['code_own']);
});

test('a message that was evicted is linked to no code', async () => {
  await using conversations = await startConversations({ environment: { MAX_CONVERSATION_ENTRIES: '1' } });
  const evicted = await said(conversations, 'c1');
  await said(conversations, 'c1');
  await conversations.fleet.settled();
  const linked = conversations.call('references', { reference: 'src/auth.ts#AuthService', message_ids: [evicted] });
  await expect(linked).rejects.toMatchObject({ type: 'not-found', message: `Message ${evicted} not found` });
  expect(await codeIn(conversations)).toEqual([]);
});
