import { dayMs, newId } from '@agent-mem/contract';
import { defaultScope, type TurnedClock, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Conversations, completed, publish, startConversations } from './start-conversations.ts';

const invocation_id = newId('inv');
const steps = [{ action: 'Search', arguments: '{}', observation: 'Anne', success: true }];
const services = ['conversations', 'graph'];

/** One conversation, c1, with one invocation that searched; its messages last a day. */
async function startWithInvocation(clock: TurnedClock, environment: Record<string, string> = { MESSAGE_TTL_DAYS: '1' }) {
  const conversations = await startConversations({ clock, services, environment });
  const timestamp = new Date(clock.now()).toISOString();
  await publish(conversations, completed({ invocation_id, steps }, { timestamp }));
  const { messages } = await conversations.call('history', { conversation_id: 'c1' });
  const [question = '', answer = ''] = messages.map(({ id }) => id);
  return Object.assign(conversations, { question, answer });
}

/** A version before stored what belongs to a message without a time when it falls due. */
async function undateRelated({ call, fleet }: Conversations): Promise<void> {
  const { tool_calls } = await call('tool_calls', { conversation_id: 'c1' });
  const calls = tool_calls.flatMap(({ id, tool_result }) => [id, tool_result?.id ?? '']);
  const stored = await fleet.ports.graph.get(defaultScope, [invocation_id, ...calls]);
  expect(stored).toHaveLength(3);
  const nodes = stored.map(({ version, ...node }) => ({ ...node, dueAt: null, expectedVersion: version }));
  await fleet.ports.graph.commit(defaultScope, { nodes });
}

async function expireAll({ fleet }: Conversations, clock: TurnedClock): Promise<void> {
  await clock.leap(dayMs + 120_000);
  await fleet.settled();
}

async function inUse({ fleet }: Conversations): Promise<readonly string[]> {
  const kinds = ['Message', 'ToolCall', 'ToolResult', 'Invocation', 'Insight'] as const;
  const { items } = await fleet.ports.graph.find(defaultScope, { kinds, order: 'createdAt', limit: 100 });
  return items.map(({ kind }) => kind).toSorted();
}

const titleOf = async ({ call }: Conversations, conversation_id: string) =>
  (await call('get', { conversation_id })).conversation.title;

test('an invocation expires with the first of its messages, and comes back with the last of them', async () => {
  const clock = turnedClock();
  await using conversations = await startWithInvocation(clock);
  const { answer, call, question } = conversations;
  await undateRelated(conversations);
  await expireAll(conversations, clock);
  expect(await inUse(conversations)).toEqual([]);
  await call('restore', { id: answer });
  expect(await inUse(conversations)).toEqual(['Message', 'ToolCall', 'ToolResult']);
  await call('restore', { id: question });
  expect(await inUse(conversations)).toEqual(['Invocation', 'Message', 'Message', 'ToolCall', 'ToolResult']);
});

test('an invocation that expired does not come back where a branch alone shows its messages', async () => {
  const clock = turnedClock();
  await using conversations = await startWithInvocation(clock);
  const { answer, call, question } = conversations;
  await call('branch', { conversation_id: 'c1', from_message_id: answer });
  await expireAll(conversations, clock);
  await call('delete', { conversation_id: 'c1' });
  for (const id of [question, answer]) expect(await call('restore', { id })).toMatchObject({ message_count: 1 });
  expect(await inUse(conversations)).toEqual(['Message', 'Message', 'ToolCall', 'ToolResult']);
});

test('what is in use is not written when a message of it is restored', async () => {
  await using conversations = await startWithInvocation(turnedClock(), { MAX_CONVERSATION_ENTRIES: '2' });
  const { answer, call, fleet, say } = conversations;
  const { tool_calls } = await call('tool_calls', { conversation_id: 'c1' });
  for (const later of ['And then?', 'And now?']) await say('c1', later);
  await fleet.settled();
  const related = [invocation_id, ...tool_calls.map(({ id }) => id)];
  const before = await fleet.ports.graph.get(defaultScope, related);
  expect(before.map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE']);
  expect(await call('restore', { id: answer })).toMatchObject({ message_count: 1 });
  expect(await fleet.ports.graph.get(defaultScope, related)).toEqual(before);
});

test('insights expire with any message of their conversation, and so does the title that has its words', async () => {
  const clock = turnedClock();
  await using conversations = await startWithInvocation(clock);
  const { call, say } = conversations;
  await call('create', { conversation_id: 'named', title: 'By its caller' });
  await say('named', 'Who is Bob?');
  for (const conversation_id of ['c1', 'named']) await call('insights', { conversation_id });
  expect((await inUse(conversations)).filter((kind) => kind === 'Insight')).toHaveLength(2);
  expect(await titleOf(conversations, 'c1')).toBe('Who is Anne');
  await clock.leap(dayMs / 2);
  await say('c1', 'Said half a day later');
  await clock.leap(dayMs / 2 + 120_000);
  await conversations.fleet.settled();
  expect(await conversations.said('c1')).toEqual(['Said half a day later']);
  expect(await inUse(conversations)).toEqual(['Message']);
  expect(await titleOf(conversations, 'c1')).toBeNull();
  expect(await titleOf(conversations, 'named')).toBe('By its caller');
});
