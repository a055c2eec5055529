import { generateKeyPairSync } from 'node:crypto';
import {
  type AccessMode,
  createIdentifyMessage,
  createInFlight,
  createLimits,
  createRates,
  createSignScopeToken,
  createTurns,
  createVerifyScopeToken,
} from '@agent-mem/access';
import { deadLetterSubscription, deadLetterTopic, scopeOf, serviceTopic, systemClock } from '@agent-mem/contract';
import { type Bus, busOver, createCaller } from '@agent-mem/messaging';
import { turnedClock } from '@agent-mem/testing';
import { hosting, memoryPorts } from '@agent-mem/testing/kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const sign = createSignScopeToken(async () => privateKey, systemClock);
const identify = createIdentifyMessage(createVerifyScopeToken(async () => [publicKey], systemClock));
const commands = serviceTopic('facts', 'command');

/** The minutes of what is counted go by the machine's time, the bus by a clock of its own: both are turned. */
const clock = turnedClock();
const turn = async (ms: number) => {
  vi.setSystemTime(Date.now() + ms);
  await clock.advance(ms);
};

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

async function start(mode: AccessMode = 'required') {
  const ports = memoryPorts({ clock });
  const limits = createLimits({
    inFlight: createInFlight({ most: 100, mostPerScope: 100 }),
    turns: createTurns({ now: () => performance.now(), nextRound: (go) => void setImmediate(go) }),
    rates: createRates({ client: null, prefix: '' }),
    perKey: { requestsPerMinute: 2, requestsPerDay: 0, requestBytes: 0, batch: 0, streams: 0 },
    perScope: { requestsPerMinute: 4, requestsPerDay: 0 },
  });
  const facts = await hosting({ ports, busAccess: { mode, identify, sign, audit: null, limits } });
  const tokenOf = (name: string) =>
    sign({
      name,
      permissions: ['read', 'write'],
      workspaces: ['acme'],
      users: ['anne'],
      collections: null,
      lastsMs: 3_600_000,
      message: null,
    });
  const { graph } = ports;
  return {
    bus: ports.bus,
    tokenOf,
    letters: () => ports.bus.peek(deadLetterTopic(commands, 'facts'), deadLetterSubscription, 10),
    stored: () => graph.count(scopeOf({ workspace: 'acme', user: 'anne', collection: 'default' }), { kinds: ['Fact'] }),
    strangerCalled: async (name: string) =>
      createCaller(busWith(ports.bus, await tokenOf(name)), { clientId: crypto.randomUUID(), clock }),
    [Symbol.asyncDispose]: () => facts[Symbol.asyncDispose](),
  };
}

/** The bus as somebody has it who puts this token into each message. */
function busWith(bus: Bus, token: string): Bus {
  return busOver(bus, {
    publish: (topic, { properties, ...message }, options) =>
      bus.publish(topic, { ...message, properties: { ...properties, scope_token: token } }, options),
    [Symbol.asyncDispose]: async () => undefined,
  });
}

test('who asks too often on the bus is answered so at once, with the limit, and others are not', async () => {
  await using facts = await start();
  await using greedy = await facts.strangerCalled('greedy');
  await using modest = await facts.strangerCalled('modest');
  for (const content of ['a', 'b']) await greedy.call('facts', 'store', { content });
  const refused = {
    type: 'resource-exhausted',
    retryable: true,
    message: expect.stringMatching(/^requests_per_minute: this key has asked 2 times/),
  };
  await expect(greedy.call('facts', 'store', { content: 'c' })).rejects.toMatchObject(refused);
  await expect(greedy.call('facts', 'list', {})).rejects.toMatchObject(refused);
  await modest.call('facts', 'store', { content: 'd' });
  expect(await facts.letters()).toEqual([]);
  await turn(60_000);
  await greedy.call('facts', 'store', { content: 'c' });
  expect(await facts.stored()).toBe(4);
});

test('commands that nobody waits for are all done in the minutes that have room for them, and are never dead letters', async () => {
  await using facts = await start();
  const scope_token = await facts.tokenOf('greedy');
  for (const content of ['a', 'b', 'c', 'd', 'e'])
    await facts.bus.publish(commands, { payload: JSON.stringify({ store: { content } }), properties: { scope_token } });
  await vi.waitFor(async () => expect(await facts.stored()).toBe(2));
  await turn(30_000);
  expect(await facts.stored()).toBe(2);
  await vi.waitFor(
    async () => {
      await turn(10_000);
      expect(await facts.stored()).toBe(5);
    },
    { timeout: 30_000, interval: 5 },
  );
  expect(await facts.letters()).toEqual([]);
});

test('a command that waits has the token of its caller: none, if it came with none', async () => {
  await using facts = await start('report');
  const seen: (string | undefined)[] = [];
  await using _watch = await facts.bus.subscribe(commands, { name: 'watch', type: 'shared' }, async ({ properties }) => {
    seen.push(properties.scope_token);
  });
  for (const content of ['a', 'b', 'c', 'd', 'e'])
    await facts.bus.publish(commands, { payload: JSON.stringify({ store: { content, workspace: 'acme', user: 'anne' } }) });
  await vi.waitFor(async () => expect(await facts.stored()).toBe(4));
  await vi.waitFor(
    async () => {
      await turn(10_000);
      expect(await facts.stored()).toBe(5);
    },
    { timeout: 30_000, interval: 5 },
  );
  expect(seen.length).toBeGreaterThan(5);
  expect(new Set(seen)).toEqual(new Set([undefined]));
});
