import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Conversations, completed, publish, startConversations } from '../../test/start-conversations.ts';

/** c1 says one, two, three, five; its branch at two says four, six: a second apart, in the order of their numbers. */
async function twoSides() {
  const clock = turnedClock();
  const conversations = await startConversations({ clock });
  const say = async (id: string, text: string) => {
    await clock.advance(1_000);
    return (await conversations.say(id, text)).message_id;
  };
  await say('c1', 'one');
  const second = await say('c1', 'two');
  const branch = (await conversations.call('branch', { conversation_id: 'c1', from_message_id: second })).conversation_id;
  await say('c1', 'three');
  await say(branch, 'four');
  await say('c1', 'five');
  await say(branch, 'six');
  return { conversations, branch, second, say };
}

const contentsOf = (messages: readonly { readonly content: string }[]) => messages.map(({ content }) => content);

test('Diff answers what only one of them has, and the last message of both', async () => {
  const { conversations, branch, second } = await twoSides();
  await using _ = conversations;
  const diff = await conversations.call('diff', { conversation_id: 'c1', other_conversation_id: branch });
  expect(diff).toMatchObject({ common_message_id: second, left_out: 0 });
  expect(contentsOf(diff.only_in_conversation)).toEqual(['three', 'five']);
  expect(contentsOf(diff.only_in_other)).toEqual(['four', 'six']);
});

test('Merge shows the messages of both by when they came, each once; the branch stays and is only read', async () => {
  const { conversations, branch, say } = await twoSides();
  await using _ = conversations;
  const { call, said } = conversations;
  const merged = await call('merge', { conversation_id: 'c1', branch_id: branch });
  expect(merged).toMatchObject({ message_count: 2, conversation: { message_count: 6 } });
  const { messages } = await call('history', { conversation_id: 'c1' });
  expect(contentsOf(messages)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
  expect(messages.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5, 6]);
  await say('c1', 'seven');
  expect(contentsOf((await call('history', { conversation_id: 'c1', newest_first: true, limit: 3 })).messages)).toEqual([
    'seven',
    'six',
    'five',
  ]);

  expect(await said(branch)).toEqual(['one', 'two', 'four', 'six']);
  const refused = { type: 'failed-precondition', message: `Conversation ${branch} was merged into c1: append there` };
  await expect(conversations.say(branch, 'more')).rejects.toMatchObject(refused);
  expect((await call('diff', { conversation_id: 'c1', other_conversation_id: branch })).only_in_other).toEqual([]);
  expect((await call('merge', { conversation_id: 'c1', branch_id: branch })).message_count).toBe(0);
  await conversations.fleet.settled();
  expect(conversations.events('conversation-ended').map(({ conversation_id }) => conversation_id)).toEqual([branch]);
});

test('the end of a branch that had ended before it was merged is reported once', async () => {
  const { conversations, branch } = await twoSides();
  await using _ = conversations;
  await conversations.call('end', { conversation_id: branch });
  await conversations.call('merge', { conversation_id: 'c1', branch_id: branch });
  await conversations.fleet.settled();
  expect(conversations.events('conversation-ended').map(({ conversation_id }) => conversation_id)).toEqual([branch]);
});

test('an invocation that ends in a merged branch is stored where the branch went', async () => {
  const { conversations, branch } = await twoSides();
  await using _ = conversations;
  await conversations.call('merge', { conversation_id: 'c1', branch_id: branch });
  await publish(
    conversations,
    completed({ invocation_id: 'inv_0197a000-0000-7000-8000-000000000001' }, { conversation_id: branch }),
  );
  expect((await conversations.said('c1')).slice(-2)).toEqual(['Who is Anne?', 'Your wife.']);
});

test('conversations without a message in common are not merged', async () => {
  const { conversations, branch } = await twoSides();
  await using _ = conversations;
  const { call, say } = conversations;
  await say('c2', 'alone');
  await expect(call('merge', { conversation_id: 'c1', branch_id: 'c2' })).rejects.toMatchObject({
    type: 'failed-precondition',
    message: 'branch_id: c2 and c1 begin with no message in common',
  });
  await expect(call('merge', { conversation_id: 'c1', branch_id: 'c1' })).rejects.toMatchObject({ type: 'invalid-argument' });
  await call('merge', { conversation_id: 'c1', branch_id: branch });
  await expect(call('merge', { conversation_id: 'c2', branch_id: branch })).rejects.toMatchObject({
    type: 'failed-precondition',
    message: `branch_id: ${branch} was merged into c1; a branch is merged once`,
  });
  await expect(call('merge', { conversation_id: branch, branch_id: 'c1' })).rejects.toMatchObject({
    type: 'failed-precondition',
    message: `conversation_id: ${branch} was merged into c1; merge into that`,
  });
});

test('a deleted branch takes nothing from the conversation it was merged into', async () => {
  const { conversations, branch } = await twoSides();
  await using _ = conversations;
  await conversations.call('merge', { conversation_id: 'c1', branch_id: branch });
  await conversations.call('delete', { conversation_id: branch });
  expect(await saidIn(conversations)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
});

const saidIn = ({ said }: Conversations) => said('c1');
