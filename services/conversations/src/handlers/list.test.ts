import type { ListConversationsResponse } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startConversations } from '../../test/start-conversations.ts';

test('conversations come last changed first, page by page', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  for (const id of ['a', 'b', 'c', 'a']) {
    await conversations.say(id, 'hello');
    await clock.advance(1_000);
  }
  const first = await conversations.call('list', { limit: 2 });
  expect(first.conversations.map(({ id }) => id)).toEqual(['a', 'c']);
  const second = await conversations.call('list', { limit: 2, cursor: first.next_cursor });
  expect(second.conversations.map(({ id }) => id)).toEqual(['b']);
  expect(second.next_cursor).toBeNull();
});

test('only those in the states and with the tags that are asked for', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const tags: Record<string, string[]> = { a: ['x'], b: ['x', 'y'], c: ['y', 'x'], d: [] };
  for (const [id, given] of Object.entries(tags)) {
    await conversations.call('create', { conversation_id: id, tags: given });
    await clock.advance(1_000);
  }
  await conversations.call('end', { conversation_id: 'b' });
  await clock.advance(1_000);
  const ids = async (request: object) => (await conversations.call('list', request)).conversations.map(({ id }) => id);
  expect(await ids({})).toEqual(['b', 'd', 'c', 'a']);
  expect(await ids({ statuses: ['ended'] })).toEqual(['b']);
  expect(await ids({ statuses: ['active'] })).toEqual(['d', 'c', 'a']);
  expect(await ids({ statuses: ['archived'] })).toEqual([]);
  expect(await ids({ status: 'ended' })).toEqual(['b']);
  expect(await ids({ tags: ['x', 'y'], match_all_tags: true })).toEqual(['b', 'c']);
  expect(await ids({ tags: ['x', 'y'], match_all_tags: true, limit: 1 })).toEqual(['b']);
  expect(await ids({ tags: ['y', 'nobody'] })).toEqual(['b', 'c']);
  expect(await ids({ tags: ['nobody'] })).toEqual([]);
});

test('a page that would be too large for one message ends early', async () => {
  await using conversations = await startConversations();
  const metadata = Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`k${index}`, 'x'.repeat(8_000)]));
  for (const id of ['a', 'b', 'c', 'd', 'e']) await conversations.call('create', { conversation_id: id, metadata });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ListConversationsResponse = await conversations.call('list', { cursor });
    expect(page.conversations.length).toBeLessThan(3);
    seen.push(...page.conversations.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('what is no cursor is refused', async () => {
  await using conversations = await startConversations();
  await expect(conversations.call('list', { cursor: 'nonsense' })).rejects.toMatchObject({ type: 'invalid-argument' });
});
