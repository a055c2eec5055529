import { defaultScope } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Conversations, startConversations } from './start-conversations.ts';

/*
 * What an operation does where a caller says nothing more: the defaults of seed 004.
 */

let conversations: Conversations;
const count = 120;

beforeAll(async () => {
  // No summary changes while they are looked at.
  conversations = await startConversations({ environment: { ENABLE_SUMMARIZATION: 'false' } });
  const { call } = conversations;
  for (let index = 1; index <= 60; index += 1)
    await call('create', { conversation_id: `c${index}`, tags: [index % 2 === 0 ? 'even' : 'odd', 'all'] });
  const messages = Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `Message ${index + 1} speaks of kettles and of mills`,
    ...(index % 2 === 1 && {
      reasoning: `thought ${index + 1}`,
      tool_calls: [{ tool_name: index % 4 === 1 ? 'grep' : 'read', success: index % 3 !== 0, tool_result: { result: '"x"' } }],
    }),
  }));
  await call('append_messages', { conversation_id: 'c1', messages: messages.slice(0, 100) });
  await call('append_messages', { conversation_id: 'c1', messages: messages.slice(100) });
  await conversations.fleet.settled();
});

afterAll(() => conversations[Symbol.asyncDispose]());

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const ordinals = (messages: readonly { readonly ordinal: number }[]) => messages.map(({ ordinal }) => ordinal);

test('Create names it New Conversation', async () => {
  const { conversation } = await conversations.call('create', {});
  expect(conversation?.title).toBe('New Conversation');
  await conversations.call('delete', { conversation_id: conversation?.id ?? '' });
});

describe('List', () => {
  const listed = async (asked: object) => (await conversations.call('list', asked)).conversations;

  test('answers fifty, last changed first', async () => {
    const { conversations: page, next_cursor } = await conversations.call('list', {});
    expect(page).toHaveLength(50);
    expect(page[0]?.id).toBe('c1');
    expect(page.map(({ updated_at }) => updated_at)).toEqual(
      page.map(({ updated_at }) => updated_at).toSorted((a, b) => (a < b ? 1 : -1)),
    );
    expect(next_cursor).not.toBeNull();
  });

  test('with tags answers what has any of them; match_all_tags what has all', async () => {
    expect(await listed({ tags: ['even', 'odd'], limit: 100 })).toHaveLength(60);
    expect(await listed({ tags: ['even', 'all'], match_all_tags: true, limit: 100 })).toHaveLength(30);
    expect(await listed({ tags: ['even', 'odd'], match_all_tags: true })).toEqual([]);
  });

  test('with a status answers those alone', async () => {
    await conversations.call('archive', { conversation_id: 'c60' });
    expect((await listed({ status: 'archived' })).map(({ id }) => id)).toEqual(['c60']);
    expect((await listed({ limit: 100 })).map(({ id }) => id)).not.toContain('c60');
  });
});

describe('History', () => {
  const history = async (asked: object) => (await conversations.call('history', { conversation_id: 'c1', ...asked })).messages;

  test('answers a hundred from the first, with tool calls and reasoning', async () => {
    const messages = await history({});
    expect(ordinals(messages)).toEqual(range(1, 100));
    expect(messages[1]).toMatchObject({
      reasoning: 'thought 2',
      tool_calls: [{ tool_name: 'grep', tool_result: { result: '"x"' } }],
    });
    const [, plain] = await history({ include_tool_calls: false, include_reasoning: false });
    expect(plain).toMatchObject({ reasoning: null, tool_calls: [] });
  });

  test('answers what stands before or after a message', async () => {
    const messages = await history({ limit: 120 });
    const [before, after] = [messages[9]?.id, messages[4]?.id];
    expect(ordinals(await history({ before }))).toEqual(range(1, 9));
    expect(ordinals(await history({ after, before }))).toEqual(range(6, 9));
  });
});

test('Search answers ten; limit is top_k by another name; score_threshold leaves out what is worth less', async () => {
  const found = async (asked: object) =>
    (await conversations.call('search', { query: 'Message 7 kettles', conversation_id: 'c1', ...asked })).messages;
  const all = await found({ limit: 100 });
  expect((await found({})).length).toBe(10);
  expect(await found({ limit: 3 })).toEqual(await found({ top_k: 3 }));
  const best = all[0]?.score ?? 0;
  expect((await found({ score_threshold: best })).every(({ score }) => (score ?? 0) >= best)).toBe(true);
  expect((await found({ score_threshold: best, limit: 100 })).length).toBeLessThan(all.length);
});

test('ToolCalls answers all of them, or those of a tool, or those that went well or not', async () => {
  const called = async (asked: object) =>
    (await conversations.call('tool_calls', { conversation_id: 'c1', ...asked })).tool_calls.length;
  expect(await called({})).toBe(60);
  expect(await called({ tool_name: 'grep' })).toBe(30);
  expect((await called({ success: true })) + (await called({ success: false }))).toBe(60);
  expect(await called({ limit: 7 })).toBe(7);
});

describe('BuildContext', () => {
  const built = (asked: object) => conversations.call('build_context', { conversation_id: 'c1', ...asked });

  test('of strategy recent shows the ten newest', async () => {
    const context = await built({ strategy: 'recent' });
    expect(ordinals(context.recent_messages)).toEqual(range(count - 9, count));
    expect(context.relevant_messages).toEqual([]);
  });

  test('of strategy relevant shows the ten that answer best', async () => {
    const context = await built({ strategy: 'relevant', query: 'Message 7 kettles' });
    expect(context.relevant_messages).toHaveLength(10);
    expect(context.recent_messages).toEqual([]);
  });

  test('of none is hybrid: five and ten, no message twice', async () => {
    const context = await built({ query: 'Message 7 kettles' });
    expect(ordinals(context.recent_messages)).toEqual(range(count - 4, count));
    expect(new Set(ordinals([...context.recent_messages, ...context.relevant_messages])).size).toBe(context.message_count);
    expect(context.relevant_messages.length).toBeGreaterThanOrEqual(5);
  });

  test('with max_tokens shows what fits, whatever the numbers say', async () => {
    const context = await built({ query: 'Message 7 kettles', max_tokens: 1_500, recent_messages: 1, relevant_messages: 1 });
    expect(context.message_count).toBeGreaterThan(20);
    expect(context.token_count).toBeLessThanOrEqual(1_500);
  });

  test('writes what seed 004 shows a model', async () => {
    const { text } = await built({ strategy: 'recent', recent_messages: 2 });
    expect(text).toBe(
      [
        '## Recent Messages',
        '',
        `**user**: Message ${count - 1} speaks of kettles and of mills`,
        `**assistant**: Message ${count} speaks of kettles and of mills`,
        `*Reasoning*: thought ${count}`,
        '*Tools used*: read',
      ].join('\n'),
    );
  });
});

test('a message that is archived is in no search and no context, and History shows it with its status', async () => {
  const { graph } = conversations.fleet.ports;
  await conversations.call('create', { conversation_id: 'archives' });
  const { message_id } = await conversations.say('archives', 'The lighthouse of Bergen is blue');
  await conversations.say('archives', 'And another lighthouse is red');
  await conversations.fleet.settled();
  const [node] = await graph.get(defaultScope, [message_id]);
  if (!node) throw new Error('A message is expected');
  await graph.commit(defaultScope, { nodes: [{ ...node, status: 'ARCHIVED', expectedVersion: node.version }] });
  const asked = { conversation_id: 'archives', query: 'lighthouse of Bergen' };
  const ids = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id);
  expect(ids((await conversations.call('search', asked)).messages)).not.toContain(message_id);
  const context = await conversations.call('build_context', asked);
  expect(ids([...context.recent_messages, ...context.relevant_messages])).not.toContain(message_id);
  const { messages } = await conversations.call('history', { conversation_id: 'archives' });
  expect(messages.map(({ id, status }) => [id, status])).toContainEqual([message_id, 'ARCHIVED']);
  await conversations.call('restore', { id: message_id });
  expect(ids((await conversations.call('search', asked)).messages)).toContain(message_id);
});
