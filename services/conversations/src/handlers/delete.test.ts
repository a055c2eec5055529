import { parseRequest } from '@agent-mem/contract';
import { type NodeQuery, VersionConflict } from '@agent-mem/storage';
import { defaultScope, startFleet, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Conversations, handlerContext, startConversations } from '../../test/start-conversations.ts';
import { deleteContents } from '../lifetime/delete-contents.ts';
import { deleteConversation } from './delete.ts';

const kinds = ['Message', 'ToolCall', 'ToolResult', 'Invocation', 'Conversation'] as const;

test('a conversation and all it holds are deleted softly and gone for everybody', async () => {
  await using conversations = await startConversations();
  const { call, fleet } = conversations;
  await call('append_message', {
    conversation_id: 'c1',
    role: 'assistant',
    content: 'a secret',
    tool_calls: [{ tool_name: 'look', tool_result: { result: '1' } }],
  });
  await call('update', { conversation_id: 'c1', invocation_summary: { query: 'q' } });
  expect(await call('delete', { conversation_id: 'c1' })).toEqual({ success: true });

  const notFound = { type: 'not-found', message: 'Conversation c1 not found' };
  for (const operation of ['get', 'history', 'end', 'delete'] as const) {
    await expect(call(operation, { conversation_id: 'c1' })).rejects.toMatchObject(notFound);
  }
  await expect(call('search', { query: 'secret', conversation_id: 'c1' })).rejects.toMatchObject(notFound);
  expect((await call('list', { statuses: ['active', 'ended', 'archived'] })).conversations).toEqual([]);
  expect((await call('search', { query: 'secret' })).messages).toEqual([]);
  const { graph } = fleet.ports;
  expect(await graph.count(defaultScope, { kinds })).toBe(0);
  expect(await graph.count(defaultScope, { kinds, statuses: ['DELETED'] })).toBe(5);
});

test('an id that was deleted can be used again; old messages stay deleted and share no place with the new ones', async () => {
  await using conversations = await startConversations();
  const { call, fleet } = conversations;
  for (const word of ['old one', 'old two']) await conversations.say('c1', word);
  await call('update', { conversation_id: 'c1', invocation_summary: { query: 'old' } });
  await call('delete', { conversation_id: 'c1' });
  expect(await conversations.say('c1', 'new')).toMatchObject({ ordinal: 1 });
  await call('update', { conversation_id: 'c1', invocation_summary: { query: 'new' } });

  expect(await conversations.said('c1')).toEqual(['new']);
  expect((await call('get', { conversation_id: 'c1' })).conversation.invocations.map(({ query }) => query)).toEqual(['new']);
  expect((await call('list', {})).conversations).toMatchObject([{ message_count: 1, invocation_count: 1 }]);
  const all = { kinds: ['Message'], statuses: ['ACTIVE', 'DELETED'], order: 'ordinal', limit: 10 } as const;
  expect((await fleet.ports.graph.find(defaultScope, all)).items.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);

  await call('delete', { conversation_id: 'c1' });
  expect((await call('create', { conversation_id: 'c1' })).conversation).toMatchObject({ message_count: 0 });
});

test('the growth of memory is counted, less what was deleted', async () => {
  await using fleet = await startFleet({ services: ['conversations'], http: true });
  const { caller } = fleet;
  for (const conversation_id of ['c1', 'c2']) {
    await caller.call('conversations', 'append_message', { conversation_id, role: 'user', content: 'hello' });
    await caller.call('conversations', 'update', { conversation_id, invocation_summary: { query: 'q' } });
  }
  await caller.call('conversations', 'delete', { conversation_id: 'c1' });
  const metrics = await (await fetch(`${fleet.httpUrl}/metrics`)).text();
  for (const kind of ['Message', 'Invocation', 'Conversation']) {
    expect(metrics).toMatch(new RegExp(`^agentmem_memories_added{service="conversations",kind="${kind}"} 1$`, 'm'));
  }
});

test('a large conversation is gone at once, and what is left of it is deleted later', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  for (let index = 0; index < 250; index += 1) await conversations.say('c1', `message ${index}`);
  const { graph } = conversations.fleet.ports;
  const context = { ...handlerContext(conversations), signal: AbortSignal.abort() };
  expect(await deleteConversation(parseRequest('conversations', 'delete', { conversation_id: 'c1' }), context)).toEqual({
    success: true,
  });

  expect(await graph.count(defaultScope, { kinds: ['Message'] })).toBe(250);
  await expect(conversations.said('c1')).rejects.toMatchObject({ message: 'Conversation c1 not found' });
  expect((await conversations.call('search', { query: 'message' })).messages).toEqual([]);
  await expect(bareAppend(conversations)).rejects.toMatchObject({ type: 'unavailable' });

  await clock.advance(1_000);
  await expect.poll(() => graph.count(defaultScope, { kinds })).toBe(0);
  await expect.poll(() => graph.unindexed(['Message'], 10)).toEqual([]);
  expect(await conversations.say('c1', 'again')).toMatchObject({ ordinal: 1 });
});

test('a deletion that stalls anywhere deletes nothing of a conversation that was restored meanwhile', async () => {
  for (const stallsAt of ['Summary', 'own messages', "another conversation's messages"]) {
    await using conversations = await startConversations();
    const { call, said, say } = conversations;
    const { message_id } = await say('c1', 'one');
    const { conversation_id: branch } = await call('branch', { conversation_id: 'c1', from_message_id: message_id });
    await say(branch, 'two');
    await call('delete', { conversation_id: 'c1' });
    const context = handlerContext(conversations);
    const request = parseRequest('conversations', 'delete', { conversation_id: branch });
    await deleteConversation(request, { ...context, signal: AbortSignal.abort() });

    const isThere = ({ kinds, conversationId }: NodeQuery) => {
      if (stallsAt === 'Summary') return kinds.includes('Summary');
      return kinds.includes('Message') && conversationId === (stallsAt === 'own messages' ? branch : 'c1');
    };
    let hasStalled = false;
    const find: typeof context.graph.find = async (scope, query) => {
      if (isThere(query) && !hasStalled) {
        hasStalled = true;
        await deleteContents(context, scope, branch, context.signal);
        await call('restore', { id: branch });
      }
      return context.graph.find(scope, query);
    };
    const stalled = deleteContents({ ...context, graph: { ...context.graph, find } }, defaultScope, branch, context.signal);
    await expect(stalled).rejects.toThrow(VersionConflict);
    expect(await said(branch), stallsAt).toEqual(['one', 'two']);
  }
});

test('a deletion deletes nothing of another conversation that was restored meanwhile', async () => {
  await using conversations = await startConversations();
  const { call, said, say } = conversations;
  const { message_id } = await say('c1', 'one');
  const { conversation_id: branch } = await call('branch', { conversation_id: 'c1', from_message_id: message_id });
  await call('delete', { conversation_id: 'c1' });
  const context = handlerContext(conversations);
  const find: typeof context.graph.find = async (scope, query) => {
    if (query.conversationId === 'c1') await call('restore', { id: 'c1' });
    return context.graph.find(scope, query);
  };
  const request = parseRequest('conversations', 'delete', { conversation_id: branch });
  await deleteConversation(request, { ...context, graph: { ...context.graph, find } });
  await deleteContents(context, defaultScope, branch, context.signal);
  expect(await said('c1')).toEqual(['one']);
  await expect(said(branch)).rejects.toMatchObject({ type: 'not-found' });
});

test('what a branch alone still showed is deleted with it, also when its deletion is cut off in between', async () => {
  await using conversations = await startConversations();
  const { call, fleet, say } = conversations;
  const { message_id } = await say('c1', 'one');
  const { conversation_id: branch } = await call('branch', { conversation_id: 'c1', from_message_id: message_id });
  await call('delete', { conversation_id: 'c1' });
  const context = handlerContext(conversations);
  const find: typeof context.graph.find = (scope, query) =>
    query.conversationId === 'c1' ? Promise.reject(new Error('cut off')) : context.graph.find(scope, query);
  const request = parseRequest('conversations', 'delete', { conversation_id: branch });
  await deleteConversation(request, { ...context, graph: { ...context.graph, find } });
  const { graph } = fleet.ports;
  expect(await graph.count(defaultScope, { kinds: ['Message'] })).toBe(1);
  await deleteContents(context, defaultScope, branch, context.signal);
  expect(await graph.count(defaultScope, { kinds })).toBe(0);
});

async function bareAppend(conversations: Conversations) {
  const { appendMessage } = await import('./append-message.ts');
  const request = parseRequest('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content: 'x' });
  return appendMessage(request, handlerContext(conversations));
}
