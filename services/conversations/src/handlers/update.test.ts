import { newId } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startConversations } from '../../test/start-conversations.ts';

test('a summary is kept as it came, at the time it gives or else now', async () => {
  await using conversations = await startConversations({ clock: turnedClock() });
  const given = { query: 'q', summary: 's', result: 'r', timestamp: '2025-01-02T03:04:05.000Z', invocation_id: newId('inv') };
  expect(await conversations.call('update', { conversation_id: 'c1', invocation_summary: given })).toEqual({
    success: true,
    sensitive: [],
  });
  await conversations.call('update', { conversation_id: 'c1', invocation_summary: { query: 'now' } });
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect(invocations).toMatchObject([given, { query: 'now', summary: '', timestamp: '2026-01-01T12:00:00.000Z' }]);
});

test('an invocation told twice is kept once', async () => {
  await using conversations = await startConversations();
  const invocation_summary = { query: 'q', invocation_id: newId('inv') };
  for (const query of ['q', 'other words']) {
    const request = { conversation_id: 'c1', invocation_summary: { ...invocation_summary, query } };
    expect(await conversations.call('update', request)).toEqual({ success: true, sensitive: [] });
  }
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect(invocations.map(({ query }) => query)).toEqual(['q']);
  expect((await conversations.call('list', {})).conversations).toMatchObject([{ invocation_count: 1, message_count: 0 }]);
});

test('twenty at once are all kept', async () => {
  await using conversations = await startConversations();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      conversations.call('update', { conversation_id: 'c1', invocation_summary: { query: `q${index}` } }),
    ),
  );
  const { invocations } = (await conversations.call('get', { conversation_id: 'c1' })).conversation;
  expect(new Set(invocations.map(({ query }) => query)).size).toBe(20);
});
