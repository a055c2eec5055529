import { OperationError } from '@agent-mem/contract';
import { createCaller, type WarmUp } from '@agent-mem/messaging';
import { turnedClock } from '@agent-mem/testing';
import { hosting, memoryPorts } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { defineService } from '../src/service.ts';
import { defineHttpPlugin } from '../src/transports/http-plugin.ts';

const nothing = { facts: [], next_cursor: null };

/** Facts that answer when they may, and note what they are asked. */
function factsService(answers: Promise<unknown> = Promise.resolve()) {
  const asked: string[] = [];
  const note = (operation: string) => async (request: { readonly user: string }) => {
    await answers;
    asked.push(`${operation} of ${request.user}`);
    return nothing;
  };
  const handlers = { retrieve: note('retrieve'), list: note('list') };
  return { asked, service: defineService({ name: 'facts', owns: [], variables: {}, handlers, warmUp: askFacts }) };
}

const askFacts: WarmUp = (ask, scope) => [
  ask('facts', 'retrieve', { ...scope, query: 'What?' }),
  ask('facts', 'list', { ...scope, limit: 1 }),
];
/** It asks a service that nobody hosts. */
const agent = defineService({ name: 'agent', owns: [], variables: {}, handlers: {}, warmUp: askFacts });

test('a service makes its first requests itself, before it takes those of callers, and is not ready before', async () => {
  const ports = memoryPorts();
  const { promise, resolve } = Promise.withResolvers<void>();
  const facts = factsService(promise);
  await using caller = await createCaller(ports.bus, { clientId: 'elsewhere', clock: ports.clock });
  const list = caller.call('facts', 'list', { user: 'u1' });
  const starting = hosting({ ports, services: [facts.service], warmsUp: true });
  resolve();
  await using host = await starting;
  await list;
  expect(facts.asked.toSorted()).toEqual(['list of u1', 'list of warm-up', 'retrieve of warm-up']);
  expect(facts.asked.at(-1)).toBe('list of u1');
  expect(await host.ready()).toMatchObject({ ready: true, reasons: [] });
});

test('an agent is not ready until memory has answered it, and takes questions 5 s after its start', async () => {
  const clock = turnedClock();
  const ports = memoryPorts({ clock });
  const starting = hosting({ ports, services: [agent], warmsUp: true });
  await clock.advance(5_000);
  await using host = await starting;
  const reasons = ['the first requests of agent are not answered yet'];
  expect(await host.ready()).toMatchObject({ ready: false, reasons });
  await clock.advance(24_999);
  expect(await host.ready()).toMatchObject({ ready: false, reasons });
  await clock.advance(1);
  await vi.waitFor(async () => expect(await host.ready()).toMatchObject({ ready: true, reasons: [] }));
});

test('an HTTP plugin is warmed up before the process is ready, where warm-ups are made', async () => {
  let loaded = 0;
  const plugin = defineHttpPlugin({
    name: 'page',
    variables: {},
    warmUp: () => [Promise.resolve().then(() => (loaded += 1))],
    async register() {},
  });
  {
    await using _host = await hosting({ httpPlugins: [plugin] });
    expect(loaded).toBe(0);
  }
  await using _host = await hosting({ httpPlugins: [plugin], warmsUp: true });
  expect(loaded).toBe(1);
});

test('a first request that fails in a way a repeat may mend is made again', async () => {
  const clock = turnedClock();
  let attempts = 0;
  const list = async () => {
    attempts += 1;
    if (attempts === 1) throw new OperationError('unavailable', 'Neo4j makes its indexes');
    return nothing;
  };
  const facts = defineService({
    name: 'facts',
    owns: [],
    variables: {},
    handlers: { list },
    warmUp: (ask, scope) => [ask('facts', 'list', { ...scope, limit: 1 })],
  });
  const starting = hosting({ ports: memoryPorts({ clock }), services: [facts], warmsUp: true });
  await vi.waitFor(() => expect(attempts).toBe(1));
  await clock.advance(1_000);
  await using _host = await starting;
  expect(attempts).toBe(2);
});

test('its stop does not wait for these answers', async () => {
  const clock = turnedClock();
  const starting = hosting({ ports: memoryPorts({ clock }), services: [agent], warmsUp: true });
  await clock.advance(5_000);
  await (await starting)[Symbol.asyncDispose]();
});
