import { newId } from '@agent-mem/contract';
import { temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { completed, publish, startConversations } from '../../test/start-conversations.ts';

const idleMs = 1_800_000;

test('a conversation that receives nothing for long enough is ended, by the time of receipt', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const said = { conversation_id: 'c1', role: 'user', content: 'long ago', timestamp: '2020-01-01T00:00:00Z' } as const;
  await conversations.call('append_message', said);
  await clock.advance(idleMs - 5_000);
  await conversations.say('c1', 'still here');
  await clock.advance(idleMs - 1_000);
  await conversations.fleet.settled();
  expect(conversations.events('conversation-ended')).toEqual([]);
  await clock.advance(2_000);
  await vi.waitFor(() => expect(conversations.events('conversation-ended')).toHaveLength(1));
  expect(conversations.events('conversation-ended')).toMatchObject([
    { conversation_id: 'c1', data: { conversation_ended: { reason: 'idle', message_count: 2, invocation_count: 0 } } },
  ]);
  expect((await conversations.call('list', {})).conversations).toMatchObject([{ status: 'ended' }]);

  await conversations.say('c1', 'back again');
  expect((await conversations.call('list', {})).conversations).toMatchObject([{ status: 'active' }]);
  await clock.advance(idleMs + 2_000);
  await vi.waitFor(() => expect(conversations.events('conversation-ended')).toHaveLength(2));
});

test('a conversation whose invocations say that it is never to end is not ended by idleness', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  await publish(conversations, completed({ invocation_id: newId('inv'), metadata: { conversation_end: 'never' } }));
  await clock.advance(2 * idleMs);
  await conversations.fleet.settled();
  expect(conversations.events('conversation-ended')).toEqual([]);
  await conversations.call('end', { conversation_id: 'c1' });
  await vi.waitFor(() => expect(conversations.events('conversation-ended')).toHaveLength(1));
});

test('one that was ended by signal is not ended again, and every idle one is ended once', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock, environment: { CONVERSATION_IDLE_SECONDS: '60' } });
  for (let index = 0; index < 120; index += 1) await conversations.say(`c${index}`, 'hello');
  await conversations.call('end', { conversation_id: 'c0' });
  await clock.advance(120_000);
  await vi.waitFor(() => expect(conversations.events('conversation-ended')).toHaveLength(120));
  await clock.advance(120_000);
  await conversations.fleet.settled();
  const reasons = conversations.events('conversation-ended').map(({ data }) => data.conversation_ended?.reason);
  expect(reasons.filter((reason) => reason === 'signal')).toHaveLength(1);
  expect(reasons).toHaveLength(120);
});

test('time that passed while nothing ran counts', async () => {
  const clock = turnedClock();
  await using directory = await temporaryDirectory();
  const options = { clock, directory: directory.path };
  {
    await using conversations = await startConversations(options);
    await conversations.say('c1', 'hello');
  }
  await clock.advance(idleMs);
  await using conversations = await startConversations(options);
  await clock.advance(1_000);
  await vi.waitFor(() => expect(conversations.events('conversation-ended')).toHaveLength(1));
});
