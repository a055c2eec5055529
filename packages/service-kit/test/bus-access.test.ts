import { generateKeyPairSync } from 'node:crypto';
import {
  type AccessMode,
  type AuditEntry,
  createIdentifyMessage,
  createSignScopeToken,
  createVerifyScopeToken,
  openAccess,
} from '@agent-mem/access';
import { conversationEvents, deadLetterTopic, replyTopic, serviceTopic, systemClock, topicUrl } from '@agent-mem/contract';
import { type Bus, busOver, createCaller, createDeadLetters, type Delivery, eventMessage } from '@agent-mem/messaging';
import { eventOf, hosting, memoryPorts, notesService, scope } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { defineService } from '../src/service.ts';
import { vouchedBus } from '../src/transports/bus/bus-access.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const sign = createSignScopeToken(async () => privateKey, systemClock);
const identify = createIdentifyMessage(createVerifyScopeToken(async () => [publicKey], systemClock));

/** The bus as somebody has it who puts this token, or none, into each message. */
function busWith(bus: Bus, token: string | null): Bus {
  return busOver(bus, {
    publish: (topic, { properties, ...message }, options) =>
      bus.publish(topic, { ...message, properties: { ...properties, ...(token !== null && { scope_token: token }) } }, options),
    [Symbol.asyncDispose]: async () => undefined,
  });
}

function start(mode: AccessMode = 'required') {
  const ports = memoryPorts();
  const entries: AuditEntry[] = [];
  const audit = { write: (entry: AuditEntry) => void entries.push(entry), async [Symbol.asyncDispose]() {} };
  const busAccess = { mode, identify, sign, audit };
  const handled: string[] = [];
  const listening = defineService({
    ...notesService,
    events: { 'conversation-ended': async ({ id }) => void handled.push(id) },
  });
  return {
    ports,
    entries,
    handled,
    hostFacts: () => hosting({ ports, services: [listening], busAccess }),
    /** Another process of the fleet, which asks over the bus. */
    hostNothing: () => hosting({ ports, services: [], busAccess, relay: false }),
    strangerWith: (token: string | null) =>
      createCaller(busWith(ports.bus, token), { clientId: crypto.randomUUID(), clock: systemClock }),
  };
}

const acme = {
  name: 'crm',
  permissions: ['read', 'write'] as const,
  workspaces: ['acme'],
  users: ['anne'],
  collections: null,
  lastsMs: 60_000,
  message: null,
};

test('processes of the fleet ask each other, and their events arrive, by tokens that they make themselves', async () => {
  const { ports, handled, entries, hostFacts, hostNothing } = start();
  await using facts = await hostFacts();
  await using other = await hostNothing();
  const { fact_id } = await other.caller.call('facts', 'store', { content: 'Anne likes tea', workspace: 'acme', user: 'anne' });
  expect((await other.caller.call('facts', 'get', { fact_id, workspace: 'acme', user: 'anne' })).fact.content).toBe(
    'Anne likes tea',
  );
  const event = eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'idle' } } });
  await ports.graph.commit(scope, { events: [event] });
  await vi.waitFor(() => expect(handled).toEqual([event.id]));
  await facts.settled();
  expect(entries).toEqual([]);
});

test('a stranger with a token asks within its scope, and no further; what it did is written down', async () => {
  const { entries, hostFacts, strangerWith } = start();
  await using _facts = await hostFacts();
  await using stranger = await strangerWith(await sign(acme));
  const { fact_id } = await stranger.call('facts', 'store', { content: 'Anne likes tea' });
  expect((await stranger.call('facts', 'get', { fact_id })).fact.content).toBe('Anne likes tea');
  const refused = { type: 'permission-denied', message: expect.stringMatching(/^get\.workspace: |^workspace: /) };
  await expect(stranger.call('facts', 'get', { fact_id, workspace: 'bolt' })).rejects.toMatchObject(refused);
  expect(
    entries.map(({ who, door, operation, workspace, user, outcome }) => [who, door, operation, workspace, user, outcome]),
  ).toEqual([
    ['token:crm', 'bus', 'facts.store', 'acme', 'anne', 'done'],
    ['token:crm', 'bus', 'facts.get', 'acme', 'anne', 'done'],
    ['token:crm', 'bus', 'facts.get', 'bolt', '', 'permission-denied'],
  ]);
});

test('a message of the fleet that its reader sends again with a reply topic of its own is refused', async () => {
  const { ports, hostFacts, hostNothing } = start();
  await using _facts = await hostFacts();
  await using other = await hostNothing();
  const read: Delivery[] = [];
  await using _reader = await ports.bus.subscribe(
    serviceTopic('facts', 'query'),
    { name: 'reader', type: 'shared' },
    async (message) => void read.push(message),
  );
  await other.caller.call('facts', 'get', { fact_id: 'fact_01a20d57-bcdd-7502-94a8-cd4646f1b3e1' });
  const answers: Delivery[] = [];
  const topic = replyTopic('reader');
  await using _answers = await ports.bus.subscribe(
    topic,
    { name: 'reader', type: 'exclusive' },
    async (message) => void answers.push(message),
  );
  const [{ payload, properties } = expect.fail()] = read;
  await ports.bus.publish(serviceTopic('facts', 'query'), { payload, properties: { ...properties, reply_to: topicUrl(topic) } });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(JSON.parse(answers[0]?.payload ?? '').error).toMatchObject({
    type: 'unauthenticated',
    message: 'scope_token: is of another message',
  });
});

test('a message that is published again has the token that it had', async () => {
  const { ports } = start();
  const tokens: unknown[] = [];
  const seen = busOver(ports.bus, { publish: async (_topic, { properties }) => void tokens.push(properties?.scope_token) });
  let seconds = 0;
  const signs = createSignScopeToken(async () => privateKey, { now: () => (seconds += 1_000) });
  const bus = vouchedBus(seen, signs, openAccess);
  const message = { payload: '{"get":{}}' };
  for (const each of [message, message, { ...message }]) await bus.publish(serviceTopic('facts', 'query'), each);
  expect(tokens[1]).toBe(tokens[0]);
  expect(tokens[2]).not.toBe(tokens[0]);
});

test.each([
  ['none', async () => null, 'no-credential'],
  ['one that has expired', () => sign({ ...acme, lastsMs: -1 }), 'expired'],
  ['one of another message', () => sign({ ...acme, message: { payload: '{}', properties: {} } }), 'unknown'],
  [
    'one that is signed by another',
    () => createSignScopeToken(async () => generateKeyPairSync('ed25519').privateKey, systemClock)(acme),
    'unknown',
  ],
])('a stranger with %s for a token is refused at once', async (_what, tokenOf, reason) => {
  const { entries, hostFacts, strangerWith } = start();
  await using _facts = await hostFacts();
  await using stranger = await strangerWith(await tokenOf());
  await expect(stranger.call('facts', 'store', { content: 'Anne likes tea' })).rejects.toMatchObject({
    type: 'unauthenticated',
    retryable: false,
  });
  expect(entries).toEqual([expect.objectContaining({ door: 'bus', outcome: 'unauthenticated', reason })]);
});

test('an event that the fleet has not vouched for becomes a dead letter, which an administrator may send again', async () => {
  const { ports, handled, hostFacts } = start();
  await using facts = await hostFacts();
  const event = eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'idle' } } });
  for (const token of [null, await sign(acme)]) await busWith(ports.bus, token).publish(conversationEvents, eventMessage(event));
  await facts.settled();
  expect(handled).toEqual([]);
  const waiting = await ports.bus.peek(deadLetterTopic(conversationEvents, 'facts'), 'dead-letters', 10);
  expect(waiting.map(({ properties }) => properties.dead_letter_reason)).toEqual([
    expect.stringMatching(/scope_token: is required/),
    expect.stringMatching(/events are published by the fleet alone/),
  ]);
});

test.each(['abc', 5, true, []])('a request that is %j is refused as what it is', async (request) => {
  const { ports, hostFacts } = start();
  await using facts = await hostFacts();
  const payload = JSON.stringify({ get: request });
  await busWith(ports.bus, await sign(acme)).publish(serviceTopic('facts', 'command'), { payload });
  await facts.settled();
  const [letter] = await createDeadLetters(ports.bus).list();
  expect(letter?.reason).toMatch(/^invalid-argument: get: must be an object, got /);
});

test('of a stranger the reason is that, also where no version knows yet what the command asks', async () => {
  const { ports, hostFacts } = start();
  await using facts = await hostFacts();
  await busWith(ports.bus, null).publish(serviceTopic('facts', 'command'), { payload: JSON.stringify({ dream: {} }) });
  await facts.settled();
  const [letter] = await createDeadLetters(ports.bus).list();
  expect(letter?.reason).toMatch(/^unauthenticated: scope_token: is required/);
});

test('commands whose senders were refused are sent again where an administrator names them, and not with all others', async () => {
  const { ports, hostFacts } = start();
  const { bus } = ports;
  await using facts = await hostFacts();
  const command = serviceTopic('facts', 'command');
  const strangers = [null, await sign({ ...acme, users: ['ben'] }), await sign({ ...acme, permissions: ['read'] })];
  for (const [index, token] of strangers.entries())
    await busWith(bus, token).publish(command, {
      payload: JSON.stringify({ store: { content: 'Anne likes tea', workspace: 'acme', user: 'anne' } }),
      properties: { id: `r${index}`, idempotency_key: `k${index}` },
    });
  await facts.settled();
  const letters = createDeadLetters(vouchedBus(bus, sign, openAccess));
  const found = await letters.list();
  expect(found.map(({ reason }) => reason).toSorted()).toEqual([
    expect.stringMatching(/^permission-denied: facts.store needs the permission write/),
    expect.stringMatching(/^permission-denied: user: is not this credential's/),
    expect.stringMatching(/^unauthenticated: scope_token: is required/),
  ]);
  const ids = found.map(({ id }) => id);
  expect(await letters.replay('all')).toEqual({ done: [], unknown: [], left: ids });
  expect(await letters.replay(ids)).toEqual({ done: ids, unknown: [], left: [] });
  await facts.settled();
  expect(await letters.list()).toEqual([]);
});

test('report lets through what required would refuse, and writes it down', async () => {
  const { handled, ports, entries, hostFacts, strangerWith } = start('report');
  await using facts = await hostFacts();
  await using stranger = await strangerWith(null);
  await stranger.call('facts', 'store', { content: 'Anne likes tea' });
  const event = eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'idle' } } });
  await ports.bus.publish(conversationEvents, eventMessage(event));
  await facts.settled();
  expect(handled).toEqual([event.id]);
  expect(entries.filter(({ reason }) => reason === 'no-credential')).toHaveLength(2);
});
