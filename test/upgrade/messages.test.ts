import { operationsOf, parseTopicUrl, type ServiceName, services, type Topic } from '@agent-mem/contract';
import { createDeadLetters } from '@agent-mem/messaging';
import { startFleet, type TestFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { verifies } from '../verifies.ts';
import { type Asked, answerOf } from './answers.ts';
import { publishAndSettle } from './events.ts';
import { expectedOf, messagesOf, type RecordedMessage, recordedVersions, unpacked } from './fixtures.ts';
import { idsIn, masked } from './masked.ts';
import { openSettled } from './open.ts';
import { lastingReply } from './replies.ts';

describe.each(recordedVersions)('a message of %s', (version) => {
  it('that asks for an operation is answered as before', verifies('upgrade.messages'), async () => {
    const { at, operations, afterOperations } = await messagesOf(version);
    // Of the others each run makes new ones.
    const known = idsIn(JSON.stringify([await expectedOf(version), operations.map(({ payload }) => payload)]));
    await using directory = await unpacked(version, 'settled');
    await using fleet = await openSettled(startFleet, directory.path, turnedClock(at));
    const replies = await listen(fleet, operations);
    for (const { reply, ...message } of operations) {
      const [operation = ''] = Object.keys(JSON.parse(message.payload) as object);
      await publish(fleet, message);
      const payload = await vi.waitUntil(() => replies.get(message.properties.id ?? ''), { timeout: 100_000, interval: 5 });
      const answered = lastingReply(operation, payload);
      expect.soft(masked(answered, known), message.payload).toMatchObject(masked(reply, known));
      expect.soft(answered.warnings ?? null, message.payload).toBeNull();
    }
    await fleet.settled();
    expect(await createDeadLetters(fleet.ports.bus).list()).toEqual([]);
    await expectAnswers(fleet, afterOperations, known);
  });

  it('that is an event is taken by every service, and has its effect', verifies('upgrade.messages'), async () => {
    const { at, events, afterEvents } = await messagesOf(version);
    const known = idsIn(JSON.stringify(events));
    await using directory = await unpacked(version, 'settled');
    await using fleet = await openSettled(startFleet, directory.path, turnedClock(at));
    await publishAndSettle(fleet, events);
    expect(await createDeadLetters(fleet.ports.bus).list()).toEqual([]);
    await expectAnswers(fleet, afterEvents, known);
  });
});

it('of v0.1.0 is recorded for each operation that it has, and for each type of event', async () => {
  const { operations, events } = await messagesOf('v0.1.0');
  const asked = operations.map(
    ({ topic, payload }) => `${topic.split('/').at(-1)}.${Object.keys(JSON.parse(payload) as object)}`,
  );
  const all = (Object.keys(services) as ServiceName[]).flatMap((name) =>
    Object.keys(operationsOf(name)).map((operation) => `${name}.${operation}`),
  );
  expect(asked).toHaveLength(36);
  expect(all).toEqual(expect.arrayContaining(asked));
  expect(events.map(({ payload }) => (JSON.parse(payload) as { type: string }).type).toSorted()).toEqual([
    'conversation-ended',
    'episode-stored',
    'fact-stored',
    'invocation-completed',
    'message-appended',
  ]);
});

async function expectAnswers(fleet: TestFleet, asked: readonly Asked[], known: ReadonlySet<string>): Promise<void> {
  for (const { answer, ...question } of asked) {
    const found = masked(await answerOf(fleet, question), known);
    expect.soft(found, JSON.stringify(question)).toMatchObject(masked(answer as object, known));
  }
}

/** The last reply to each request, by its id, once it came. */
async function listen({ ports: { bus } }: TestFleet, messages: readonly RecordedMessage[]): Promise<Map<string, string>> {
  const replies = new Map<string, string>();
  const topics = new Set(messages.map(({ properties }) => properties.reply_to ?? ''));
  for (const url of topics) {
    await bus.subscribe(topicOf(url), { name: 'recorded', type: 'exclusive' }, async ({ properties, payload }) => {
      const { end = true } = JSON.parse(payload) as { end?: boolean };
      if (end) replies.set(properties.id ?? '', payload);
    });
  }
  return replies;
}

function publish({ ports: { bus } }: TestFleet, { topic, key, properties, payload }: RecordedMessage): Promise<void> {
  return bus.publish(topicOf(topic), { payload, properties, ...(key === null ? {} : { key }) });
}

function topicOf(url: string): Topic {
  const topic = parseTopicUrl(url);
  if (!topic) throw new Error(`${url} is no topic of ours`);
  return topic;
}
