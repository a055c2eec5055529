import { scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { defaultScope, invocationCompleted, startFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

const dayMs = 24 * 60 * 60 * 1000;

it('facts and episodes expire when their days are over, are found no more, and can be restored', {
  ...verifies('limits.lifetime'),
}, async () => {
  const clock = turnedClock();
  const environment = { FACT_TTL_DAYS: '1', EPISODE_TTL_DAYS: '1' };
  await using fleet = await startFleet({ clock, services: ['facts', 'episodes'], environment });
  const { caller } = fleet;
  const content = 'The wifi password is on the fridge';
  const { fact_id } = await caller.call('facts', 'store', { content });
  const { episode_id } = await caller.call('episodes', 'store', { goal: 'Deploy the shop', outcome: 'It runs' });
  await fleet.settled();
  const seen = async () => {
    const { facts } = await caller.call('facts', 'retrieve', { query: 'wifi password' });
    const { episodes } = await caller.call('episodes', 'retrieve', { query: 'deploy shop' });
    return [facts.length, episodes.length];
  };
  await clock.leap(dayMs - 61_000);
  expect(await seen()).toEqual([1, 1]);
  await clock.advance(181_000);
  await fleet.settled();
  expect(await seen()).toEqual([0, 0]);
  const expired = await caller.call('facts', 'list', { statuses: ['EXPIRED'] });
  expect(expired.facts.map(({ id }) => id)).toEqual([fact_id]);
  const { versions } = await caller.call('facts', 'history', { fact_id });
  expect(versions.at(-1)).toMatchObject({ change: 'expired' });

  await caller.call('facts', 'restore', { fact_id });
  await caller.call('episodes', 'restore', { episode_id });
  // They have their days again.
  await clock.leap(dayMs - 61_000);
  expect(await seen()).toEqual([1, 1]);
  await clock.advance(181_000);
  await fleet.settled();
  expect(await seen()).toEqual([0, 0]);
  // Its text is free: it is stored anew.
  const again = await caller.call('facts', 'store', { content });
  expect([again.created, again.fact_id === fact_id]).toEqual([true, false]);
});

it('messages expire when their days are over', async () => {
  const clock = turnedClock();
  await using fleet = await startFleet({
    clock,
    services: ['conversations'],
    environment: { MESSAGE_TTL_DAYS: '1' },
  });
  const { caller } = fleet;
  const own = { conversation_id: 'c' };
  await caller.call('conversations', 'append_message', { ...own, role: 'user', content: 'Hello there' });
  const found = async () => (await caller.call('conversations', 'search', { ...own, query: 'hello' })).messages.length;
  expect(await found()).toBe(1);
  await clock.leap(dayMs + 120_000);
  await fleet.settled();
  expect(await found()).toBe(0);
  expect((await caller.call('conversations', 'history', own)).messages).toEqual([]);
});

it('details expire with their content, and a model that opens one is answered so', {
  ...verifies('limits.details'),
}, async () => {
  const clock = turnedClock();
  const memory_key = 'build_log';
  const opens = `Thought: I look\nAction: retrieve_memory\nArgs: ${JSON.stringify({ memory_key })}`;
  const chatModel = scriptedChatModel([opens, 'Final Answer: I read the log']);
  const environment = { DETAIL_TTL_DAYS: '30' };
  const services = ['agent', 'conversations', 'episodes', 'facts', 'graph', 'working-memory'];
  await using fleet = await startFleet({ clock, chatModel, services, environment });
  const { call, stream } = fleet.caller;
  const own = { conversation_id: 'c', memory_key };
  const store = (content: string) => call('working-memory', 'store_detail', { ...own, content, description: 'a log' });
  const found = async () => (await call('working-memory', 'search_details', { query: 'emerald' })).details.length;
  const { placeholder } = await store('The emerald build failed');
  await fleet.settled();
  await clock.leap(30 * dayMs - 61_000);
  expect((await call('working-memory', 'retrieve_detail', { memory_key: placeholder ?? '' })).content).toContain('emerald');
  expect(await found()).toBe(1);

  await clock.advance(63_000);
  await fleet.settled();
  expect(await found()).toBe(0);
  expect(await fleet.ports.details.stat(defaultScope, memory_key)).toBeNull();
  const gone = `Detail ${memory_key} expired on 2026-01-31 (DETAIL_TTL_DAYS): its content is gone`;
  for (const key of [memory_key, placeholder ?? ''])
    await expect(call('working-memory', 'retrieve_detail', { memory_key: key })).rejects.toMatchObject({
      type: 'not-found',
      message: expect.stringContaining(gone),
    });
  const frames = await Array.fromAsync(stream('agent', 'invoke', { question: `What says ${placeholder}?` }));
  expect(frames.find(({ type }) => type === 'observation')?.content).toContain(gone);
  expect(frames.at(-1)).toMatchObject({ answer: 'I read the log' });
  expect(await call('working-memory', 'delete_detail', { memory_key })).toEqual({ success: true });

  // Its key is free.
  await store('Another emerald');
  expect((await call('working-memory', 'retrieve_detail', { memory_key })).content).toBe('Another emerald');
});

describe('what was said', () => {
  const own = { conversation_id: 'c' };
  const question = 'Where did we hide the emerald?';
  const answer = 'Under the third stone of the garden wall.';

  async function saidFleet() {
    const clock = turnedClock();
    const environment = { MESSAGE_TTL_DAYS: '30', SUMMARIZE_EVERY: '1000' };
    const fleet = await startFleet({ clock, services: ['conversations', 'graph'], environment });
    const { caller } = fleet;
    const steps = [
      { thought: 'I look', action: 'Search', arguments: '{"for":"emerald"}', observation: 'stone wall', success: true },
    ];
    const completed = { invocation_id: 'inv_01890000-0000-7000-8000-000000000001', question, answer, steps };
    const timestamp = new Date(clock.now()).toISOString();
    await publishEvent(fleet.ports.bus, invocationCompleted(completed, { conversation_id: 'c', timestamp }));
    await fleet.settled();
    // A version before stored invocations that say of no time when they fall due.
    const { graph } = fleet.ports;
    const [stored] = await graph.get(defaultScope, [completed.invocation_id]);
    if (!stored) throw new Error('The invocation is not stored');
    const { version, ...undated } = stored;
    await graph.commit(defaultScope, { nodes: [{ ...undated, dueAt: null, expectedVersion: version }] });
    await caller.call('conversations', 'update', { ...own, invocation_summary: { query: question, result: answer } });
    await fleet.settled();
    await caller.call('conversations', 'summarize', own);
    await caller.call('conversations', 'insights', own);
    await fleet.settled();
    return { clock, fleet, caller };
  }

  /** All that callers are shown of it, and all that is in use in the Graph. */
  async function shown({ caller, fleet }: Pick<Awaited<ReturnType<typeof saidFleet>>, 'caller' | 'fleet'>) {
    const kinds = ['Conversation', 'Message', 'ToolCall', 'ToolResult', 'Invocation', 'Insight', 'ConversationSummary'] as const;
    const { items } = await fleet.ports.graph.find(defaultScope, { kinds, order: 'createdAt', limit: 1_000 });
    const answers = [
      await caller.call('conversations', 'list', {}),
      await caller.call('conversations', 'get', own),
      await caller.call('conversations', 'history', own),
      await caller.call('conversations', 'tool_calls', own),
      await caller.call('conversations', 'build_context', { ...own, query: 'emerald', max_tokens: 2_000 }),
      await caller.call('conversations', 'search', { query: 'emerald stone' }),
    ];
    const inUse = items.map(({ kind }) => kind).toSorted();
    return {
      text: JSON.stringify([items, answers]),
      inUse,
      title: items.find(({ kind }) => kind === 'Conversation')?.properties.title,
    };
  }

  it('is shown by nothing once its days are over, and comes back with its messages', verifies('limits.lifetime'), async () => {
    const { clock, ...said } = await saidFleet();
    await using fleet = said.fleet;
    const { caller } = fleet;
    const before = await shown(said);
    expect(new Set(before.inUse)).toEqual(
      new Set(['Conversation', 'ConversationSummary', 'Insight', 'Invocation', 'Message', 'ToolCall', 'ToolResult']),
    );
    expect(before.title).toBe('Where did we hide the emerald');
    const { messages } = await caller.call('conversations', 'history', own);
    await clock.leap(30 * dayMs + 120_000);
    await fleet.settled();
    const after = await shown(said);
    expect(after.inUse).toEqual(['Conversation']);
    expect(after.text).not.toMatch(/emerald|stone/);

    // The invocation says what both of its messages said.
    await caller.call('conversations', 'restore', { id: messages[1]?.id ?? '' });
    expect((await shown(said)).inUse).toEqual(['Conversation', 'Message', 'ToolCall', 'ToolResult']);
    await caller.call('conversations', 'restore', { id: messages[0]?.id ?? '' });
    expect((await shown(said)).inUse).toEqual(['Conversation', 'Invocation', 'Message', 'Message', 'ToolCall', 'ToolResult']);
    await caller.call('conversations', 'summarize', own);
    await fleet.settled();
    expect((await shown(said)).inUse).toContain('ConversationSummary');
    // They have their days again.
    await clock.leap(30 * dayMs + 120_000);
    await fleet.settled();
    expect(await shown(said)).toEqual({ ...after, text: expect.not.stringMatching(/emerald|stone/) });
    // Its conversation comes back without it.
    await caller.call('conversations', 'delete', own);
    await fleet.settled();
    await caller.call('conversations', 'restore', { id: 'c' });
    expect((await shown(said)).inUse).toEqual(['Conversation']);
  });
});

it('nothing expires where no lifetime is set', async () => {
  const clock = turnedClock();
  await using fleet = await startFleet({ clock, services: ['facts', 'working-memory'] });
  await fleet.caller.call('facts', 'store', { content: 'For ever' });
  // As one that was stored while there was a lifetime.
  const { detail } = await fleet.caller.call('working-memory', 'store_detail', { content: 'a log', memory_key: 'log' });
  for (const { version, ...node } of await fleet.ports.graph.get(defaultScope, [detail?.id ?? '']))
    await fleet.ports.graph.commit(defaultScope, {
      nodes: [{ ...node, dueAt: new Date(clock.now() + 1_000).toISOString(), expectedVersion: version }],
    });
  await clock.advance(62_000);
  await fleet.settled();
  expect((await fleet.caller.call('working-memory', 'retrieve_detail', { memory_key: 'log' })).content).toBe('a log');
  expect(await fleet.ports.graph.due(['Detail'], '2999-01-01T00:00:00.000Z', 10)).toEqual([]);
  const [{ node } = { node: null }] = await fleet.ports.graph.due(['Fact'], '2999-01-01T00:00:00.000Z', 10);
  expect(node).toBeNull();
});

describe('entries of a conversation', () => {
  it('over the limit the oldest facts and messages are deleted, summaries never', verifies('limits.entries'), async () => {
    const clock = turnedClock();
    await using fleet = await startFleet({ clock, environment: { MAX_CONVERSATION_ENTRIES: '4' } });
    const { caller } = fleet;
    const own = { conversation_id: 'c' };
    const invocation_summary = { query: 'q', summary: 's', result: 'r' };
    await caller.call('conversations', 'update', { ...own, invocation_summary });
    await caller.call('facts', 'store', { ...own, content: 'Oldest fact' });
    for (let n = 1; n <= 3; n++) {
      await clock.advance(1_000);
      await caller.call('conversations', 'append_message', { ...own, role: 'user' as const, content: `Message ${n}` });
    }
    await clock.advance(1_000);
    await caller.call('facts', 'store', { ...own, content: 'Newest fact' });
    await clock.advance(1_000);
    await caller.call('conversations', 'append_message', { ...own, role: 'user', content: 'Message 4' });
    // Of another conversation, and of none.
    await caller.call('facts', 'store', { content: 'Of none' });
    await caller.call('conversations', 'append_message', { conversation_id: 'd', role: 'user', content: 'Other' });
    await fleet.settled();
    const { messages } = await caller.call('conversations', 'history', own);
    expect(messages.map(({ content }) => content)).toEqual(['Message 2', 'Message 3', 'Message 4']);
    const { facts } = await caller.call('facts', 'list', {});
    expect(facts.map(({ content }) => content).toSorted()).toEqual(['Newest fact', 'Of none']);
    const { conversation } = await caller.call('conversations', 'get', own);
    expect(conversation?.invocations).toHaveLength(1);
    // From then on one goes for each that comes.
    await caller.call('conversations', 'append_message', { ...own, role: 'user', content: 'Message 5' });
    await fleet.settled();
    const later = await caller.call('conversations', 'history', own);
    expect(later.messages.map(({ content }) => content)).toEqual(['Message 3', 'Message 4', 'Message 5']);
    const others = await caller.call('conversations', 'history', { conversation_id: 'd' });
    expect(others.messages).toHaveLength(1);
  });

  it('agent-cli has a limit of 500, unless another is set', verifies('limits.entries'), async () => {
    for (const [given, left] of [
      ['', 500],
      ['0', 501],
    ] as const) {
      const environment = { RECALL_PRESET: 'agent-cli', MAX_CONVERSATION_ENTRIES: given };
      await using fleet = await startFleet({ clock: turnedClock(), services: ['conversations'], environment });
      const { caller } = fleet;
      const said = Array.from({ length: 501 }, (_, index) => ({
        conversation_id: 'c',
        role: 'user' as const,
        content: `Message ${index}`,
      }));
      for (const each of said) await caller.call('conversations', 'append_message', each);
      await fleet.settled();
      const { conversations } = await caller.call('conversations', 'list', {});
      const { messages } = await caller.call('conversations', 'history', { conversation_id: 'c', limit: 1_000 });
      expect(conversations[0]?.message_count).toBe(501);
      expect(messages).toHaveLength(left);
    }
  });
});
