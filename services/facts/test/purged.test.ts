import { type Init, type PurgeRequest, replyTopic, serviceTopic, topicUrl } from '@agent-mem/contract';
import { publishEvent, type Reply } from '@agent-mem/messaging';
import { invocationCompleted } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startFacts } from './start-facts.ts';

const commands = serviceTopic('facts', 'command');
const client = { ...replyTopic('client'), persistent: true };
const purged = expect.stringContaining('purged after the request was sent');

/** Facts that were purged, and a client that sends what was sent before. */
async function startPurged(what: Init<PurgeRequest> = { everything: true }) {
  const facts = await startFacts({ byRules: true });
  const { bus } = facts.fleet.ports;
  await facts.store({ content: 'Water is wet', conversation_id: 'c1' });
  await facts.fleet.caller.call('facts', 'purge', what);
  const replies: Reply[] = [];
  await bus.subscribe(
    client,
    { name: 'client', type: 'exclusive' },
    async ({ payload }) => void replies.push(JSON.parse(payload)),
  );
  return {
    ...facts,
    async send(envelope: object) {
      const properties = { id: 'late', sent_at: '1', reply_to: topicUrl(client) };
      await bus.publish(commands, { payload: JSON.stringify(envelope), properties });
      await facts.fleet.settled();
      return replies.at(-1);
    },
    async complete(question: string, timestamp: string) {
      const completed = { question, extract_facts: true, started_at: timestamp };
      await publishEvent(bus, invocationCompleted(completed, { id: timestamp, timestamp }));
      await facts.fleet.settled();
    },
  };
}

test('what was sent before a purge stores nothing when it comes after it', async () => {
  await using facts = await startPurged();
  expect(await facts.send({ store: { content: 'Fire is hot' } })).toMatchObject({ error: { message: purged } });
  expect(await facts.list()).toEqual([]);
});

test('of many that were sent before a purge of a conversation those in it are refused, and the others are stored', async () => {
  await using facts = await startPurged({ conversation_id: 'c1' });
  const many = [
    { content: 'Fire is hot', conversation_id: 'c1' },
    { content: 'Ice is cold', conversation_id: 'c2' },
  ];
  expect(await facts.send({ store_many: { facts: many } })).toMatchObject({
    store_many: { results: [{ error: { message: purged } }, { created: true, error: null }] },
  });
});

test('a question that was sent before a purge is answered by what there is now', async () => {
  await using facts = await startPurged();
  await facts.store({ content: 'Fire is hot' });
  expect(await facts.send({ retrieve: { query: 'What is hot?' } })).toMatchObject({
    retrieve: { facts: [{ content: 'Fire is hot' }] },
    error: null,
  });
});

test('nothing is learned of what happened before a purge, and of what happened after it what it says', async () => {
  await using facts = await startPurged();
  await facts.complete('My wife is Anne', '2026-01-01T00:00:00.000Z');
  expect(await facts.list()).toEqual([]);
  await facts.complete('My wife is Anne', new Date(Date.now() + 1_000).toISOString());
  expect(await facts.list()).toHaveLength(1);
});
