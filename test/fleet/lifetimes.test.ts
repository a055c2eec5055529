import { startFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

/** A day of periodic jobs, each at its time. */
const timeout = 300_000;
const dayMs = 24 * 60 * 60 * 1000;

it('facts and episodes expire when their days are over, are found no more, and can be restored', {
  timeout,
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

it('messages expire when their days are over', { timeout }, async () => {
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

it('nothing expires where no lifetime is set', { timeout }, async () => {
  const clock = turnedClock();
  await using fleet = await startFleet({ clock, services: ['facts'] });
  await fleet.caller.call('facts', 'store', { content: 'For ever' });
  const [{ node } = { node: null }] = await fleet.ports.graph.due(['Fact'], '2999-01-01T00:00:00.000Z', 10);
  expect(node).toBeNull();
});

describe('entries of a conversation', { timeout }, () => {
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
