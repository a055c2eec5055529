import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startConversations } from '../../test/start-conversations.ts';
import { storeOwnFact } from '../../test/store-own-fact.ts';

const title = 'Refactoring authentication module';
const query = 'refactoring authentication module';

test('a conversation is found by its title, whatever its messages say, and an archived one is not', async () => {
  await using conversations = await startConversations();
  const { call, say } = conversations;
  await call('create', { conversation_id: 'c1', title });
  await call('create', { conversation_id: 'c2' });
  for (const id of ['c1', 'c2']) await say(id, 'The bread is made of rye');
  const alike = async () => (await call('find_similar', { query })).conversations;
  expect(await alike()).toMatchObject([{ id: 'c1', title, summary: null, summary_id: null, similarity: expect.closeTo(1, 3) }]);
  await call('archive', { conversation_id: 'c1' });
  expect(await alike()).toEqual([]);
});

test('a conversation is answered once, with its summary, as alike as the more alike of summary and title', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const { call, fleet, say } = conversations;
  await call('create', { conversation_id: 'c1', title });
  for (let index = 0; index < 10; index += 1)
    await say('c1', `Anne baked bread number ${index} with rye flour, salt and much patience on that day.`);
  for (let turn = 0; turn < 4; turn += 1) {
    await fleet.settled();
    await clock.advance(1_000);
  }
  const { conversation } = await call('get', { conversation_id: 'c1' });
  const shown = { id: 'c1', summary: expect.stringContaining('rye'), summary_id: conversation?.summary_id };
  for (const asked of [query, conversation?.summary ?? '']) {
    const { conversations: found } = await call('find_similar', { query: asked });
    expect(found).toMatchObject([{ ...shown, similarity: expect.closeTo(1, 3) }]);
  }
});

test('a conversation that has facts of its own is not found, and takes the place of no other', async () => {
  await using conversations = await startConversations();
  const { call } = conversations;
  for (const id of ['c1', 'c2']) await call('create', { conversation_id: id, title });
  await storeOwnFact(conversations, 'c1');
  expect((await call('find_similar', { query, limit: 1 })).conversations).toMatchObject([{ id: 'c2' }]);
});

test('the title that a first question made is found no more when its message is erased', async () => {
  await using conversations = await startConversations();
  const { call, say } = conversations;
  const { message_id } = await say('c1', title);
  await call('append_message', { conversation_id: 'c1', role: 'assistant', content: 'Gladly' });
  const found = async () => (await call('find_similar', { query })).conversations.map(({ id }) => id);
  expect(await found()).toEqual(['c1']);
  await call('purge', { id: message_id });
  expect(await found()).toEqual([]);
});
