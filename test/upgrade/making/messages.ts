import { type Topic, topicUrl } from '@agent-mem/contract';
import type { OutgoingMessage } from '@agent-mem/messaging';
import { type TestFleet, turnedClock } from '@agent-mem/testing';
import type { Asked } from '../answers.ts';
import { publishAndSettle } from '../events.ts';
import type { RecordedMessage, RecordedMessages } from '../fixtures.ts';
import { openSettled } from '../open.ts';
import { type LastingReply, lastingReply } from '../replies.ts';
import type { Checkout } from './checkout.ts';
import { askAll, settledAt } from './expected.ts';
import { requestsOn } from './requests.ts';

/** Records a message of each operation, with its reply, and of each kind of event, on copies of a settled folder. */
export async function recordMessages(checkout: Checkout, copies: readonly [string, string]): Promise<RecordedMessages> {
  const recording = await recordOn(checkout, copies[0]);
  await using fleet = await openSettled(checkout.startFleet, copies[1], turnedClock(settledAt));
  await publishAndSettle(fleet, recording.events);
  return { at: settledAt, ...recording, afterEvents: await askAll(fleet, await questionsAfterEvents(fleet)) };
}

async function recordOn(checkout: Checkout, folder: string): Promise<Omit<RecordedMessages, 'at' | 'afterEvents'>> {
  await using fleet = await openSettled(checkout.startFleet, folder, turnedClock(settledAt));
  const sent = listen(fleet);
  const requests = Object.entries(await requestsOn(fleet));
  sent.length = 0;
  const operations: RecordedMessages['operations'][number][] = [];
  const call = fleet.caller.call as (...words: unknown[]) => Promise<unknown>;
  for (const [service, byOperation] of requests) {
    for (const [operation, request] of Object.entries(byOperation)) {
      await call(service, operation, request);
      operations.push(recorded(sent, service, operation));
    }
  }
  await fleet.settled();
  const events = sent.filter(({ topic }) => topic.endsWith('/event/conversation'));
  const byType = Map.groupBy(events, ({ payload }) => (JSON.parse(payload) as { type: string }).type);
  const afterOperations = await askAll(fleet, questionsAfterOperations);
  return { operations, events: [...byType.values()].flatMap(([first]) => first ?? []), afterOperations };
}

/** Everything that is published from now on, also inside commits. */
function listen({ ports: { bus } }: TestFleet): RecordedMessage[] {
  const sent: RecordedMessage[] = [];
  const note = (topic: Topic, { key, properties = {}, payload }: OutgoingMessage) => {
    sent.push({ topic: topicUrl(topic), key: key ?? null, properties, payload });
  };
  // The bus of a folder publishes what a commit brings by `enqueue`.
  const own = bus as typeof bus & { enqueue(transaction: unknown, topic: Topic, message: OutgoingMessage): void };
  const { publish, enqueue } = { publish: own.publish.bind(own), enqueue: own.enqueue.bind(own) };
  Object.assign(own, {
    publish: (...words: Parameters<typeof publish>) => {
      note(words[0], words[1]);
      return publish(...words);
    },
    enqueue: (...words: Parameters<typeof enqueue>) => {
      note(words[1], words[2]);
      enqueue(...words);
    },
  });
  return sent;
}

function recorded(sent: readonly RecordedMessage[], service: string, operation: string) {
  const isRequest = ({ topic, payload }: RecordedMessage) =>
    /\/(query|command)\/[^/]+$/.test(topic) && topic.endsWith(`/${service}`) && operation in (JSON.parse(payload) as object);
  const request = sent.findLast(isRequest);
  if (!request) throw new Error(`No message of ${service}.${operation} was seen`);
  const reply = sent.findLast(
    ({ topic, properties }) => topic === request.properties.reply_to && properties.id === request.properties.id,
  );
  if (!reply) throw new Error(`No reply to ${service}.${operation} was seen`);
  return { ...request, reply: lastingReply(operation, reply.payload) satisfies LastingReply };
}

/** What the operations lead to. */
const questionsAfterOperations: readonly Omit<Asked, 'answer'>[] = [
  { service: 'facts', operation: 'retrieve', request: { query: 'The bell rings at seven', conversation_id: 'c-bell' } },
  { service: 'episodes', operation: 'retrieve', request: { query: 'Ring the bell' } },
  { service: 'conversations', operation: 'history', request: { conversation_id: 'c-surprise' } },
  { service: 'conversations', operation: 'get', request: { conversation_id: 'c-surprise' } },
  { service: 'conversations', operation: 'get', request: { conversation_id: 'c-ida' } },
  { service: 'graph', operation: 'get_settings', request: { conversation_id: 'c-bell' } },
];

/** What the events lead to. */
async function questionsAfterEvents({ caller }: TestFleet): Promise<readonly Omit<Asked, 'answer'>[]> {
  const { facts } = await caller.call('facts', 'list', { limit: 1000 });
  const surprise = facts.find(({ content }) => content.startsWith('The plan for the surprise'));
  return [
    // Its conversation has ended, so that everybody sees it.
    { service: 'facts', operation: 'get', request: { fact_id: surprise?.id } },
    { service: 'facts', operation: 'retrieve', request: { query: 'Who grows roses?' } },
    { service: 'conversations', operation: 'get', request: { conversation_id: 'c-ida' } },
    { service: 'conversations', operation: 'history', request: { conversation_id: 'c-ida' } },
  ];
}
