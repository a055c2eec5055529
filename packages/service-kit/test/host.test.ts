import { setImmediate } from 'node:timers/promises';
import { conversationEvents, deadLetterTopic, type ErrorType, newId, serviceTopic } from '@agent-mem/contract';
import { hashEmbedder } from '@agent-mem/llm';
import {
  type Bus,
  busOver,
  createCaller,
  createDeadLetters,
  createMemoryBus,
  DeadLetter,
  publishEvent,
} from '@agent-mem/messaging';
import { integer } from '@agent-mem/runtime';
import { turnedClock } from '@agent-mem/testing';
import { eventOf, hosting, memoryPorts, notesService, scope } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { defineConnector } from '../src/connector.ts';
import type { Host } from '../src/host/host-options.ts';
import { defineService, type Handler } from '../src/service.ts';
import { defineHttpPlugin } from '../src/transports/http-plugin.ts';

const failure = (type: ErrorType) => expect.objectContaining({ type });

function fetchFrom(host: Host, path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${host.httpAddress?.port}${path}`);
}

test('services are asked over the bus', async () => {
  await using host = await hosting();
  const { fact_id } = await host.caller.call('facts', 'store', { content: 'Anne likes tea', user: 'u1' });
  const { fact } = await host.caller.call('facts', 'get', { fact_id, user: 'u1' });
  expect(fact.content).toBe('Anne likes tea');
});

test('a handler that throws is internal for its caller, and leaves other services and the process at work', async () => {
  const healthy = defineService({ name: 'graph', owns: [], variables: {}, handlers: { get: async () => ({}) } });
  const throwing = defineService({
    name: 'facts',
    owns: [],
    variables: {},
    handlers: {
      get: () => {
        throw new TypeError('bug');
      },
    },
  });
  await using host = await hosting({ services: [throwing, healthy] });
  const get = host.caller.call('facts', 'get', { fact_id: crypto.randomUUID() });
  await expect(get).rejects.toEqual(failure('internal'));
  await host.caller.call('graph', 'get', { id: crypto.randomUUID() });
  expect((await fetchFrom(host, '/health/live')).status).toBe(200);
});

test('a service makes its state once for each host, and its start, handlers and periodic jobs share it', async () => {
  const made: Set<string>[] = [];
  const remembering = defineService({
    name: 'facts',
    owns: [],
    variables: { LIMIT: integer({ meaning: 'how many', min: 0, max: 9, default: 3 }) },
    state: ({ config }) => {
      const state = new Set([`limit ${config.LIMIT}`]);
      made.push(state);
      return state;
    },
    start: async (context) => void context.state.add('start'),
    periodicJobs: () => [{ name: 'look', everyMs: 1_000, run: async (context) => void context.state.add('job') }],
    handlers: {
      get: async ({ fact_id }, context) => {
        context.state.add(fact_id);
        return {};
      },
    },
  });
  const clock = turnedClock();
  const [first, second] = [newId('fact'), newId('fact')];
  await using host = await hosting({ services: [remembering], ports: memoryPorts({ clock }) });
  await using other = await hosting({ services: [remembering], ports: memoryPorts({ clock }) });
  await host.caller.call('facts', 'get', { fact_id: first });
  await other.caller.call('facts', 'get', { fact_id: second });
  await clock.advance(1_000);
  await host.settled();
  await other.settled();
  expect(made.map((state) => [...state].toSorted())).toEqual(
    [first, second].map((id) => [id, 'job', 'limit 3', 'start'].toSorted()),
  );
});

test('a handler that reads a state is refused by the types where its service makes none', () => {
  const get: Handler<'facts', 'get', object, Set<string>> = async (_request, { state }) => ({ fact: { id: [...state].join() } });
  const stateless = { name: 'facts', owns: [], variables: {}, handlers: { get } } as const;
  // @ts-expect-error `state` is missing
  defineService(stateless);
  expect(defineService({ ...stateless, state: () => new Set<string>() })).toHaveProperty('state');
});

test('a command that always fails ends as a dead letter with its reason', async () => {
  const ports = memoryPorts();
  const dead: string[] = [];
  const topic = deadLetterTopic(serviceTopic('facts', 'command'), 'facts');
  await ports.bus.subscribe(topic, { name: 'undertaker', type: 'shared' }, async ({ properties }) => {
    dead.push(properties.dead_letter_reason ?? '');
  });
  await using host = await hosting({ ports });
  await using caller = await createCaller(ports.bus, { clientId: 'elsewhere', clock: ports.clock });
  const store = caller.call('facts', 'store', { content: '!bug' });
  await expect(store).rejects.toEqual(failure('internal'));
  await host.settled();
  expect(dead).toEqual([expect.stringMatching(/^internal: /)]);
});

test('an event has its effect once, however often it comes', async () => {
  const ports = memoryPorts();
  await using host = await hosting({ ports });
  const event = eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'idle' } } });
  await publishEvent(ports.bus, event);
  await publishEvent(ports.bus, event);
  await host.settled();
  expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(1);
});

test('events committed with a change are published, and settled waits for what they bring on', async () => {
  const bus = createMemoryBus();
  // As slow as a broker: a few turns until a message is stored.
  const publish: Bus['publish'] = async (...message) => {
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    return await bus.publish(...message);
  };
  const slowBus: Bus = busOver(bus, { publish });
  const ports = memoryPorts({ bus: slowBus });
  const received: string[] = [];
  const listening = defineService({
    ...notesService,
    events: { 'fact-stored': async ({ id }) => void received.push(id) },
  });
  await using host = await hosting({ ports, services: [listening] });
  const event = eventOf({ type: 'fact-stored', data: { fact_stored: { fact_id: 'fact_1' } } });
  await ports.graph.commit(scope, { events: [event] });
  await host.settled();
  expect(received).toEqual([event.id]);
});

test('subscriptions exist before anything starts: what a start sends to services that come later is kept for them', async () => {
  const ports = memoryPorts();
  const ended = eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'idle' } } });
  const early = defineService({
    name: 'graph',
    owns: [],
    variables: {},
    handlers: {},
    start: async ({ bus }) => {
      await publishEvent(bus, ended);
      await bus.publish(serviceTopic('facts', 'command'), { payload: JSON.stringify({ store: { content: 'tea', user: 'u1' } }) });
    },
  });
  await using host = await hosting({ ports, services: [early, notesService] });
  await host.settled();
  const { items } = await ports.graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit: 10 });
  expect(items.map(({ properties }) => properties.content).sort()).toEqual(['ended', 'tea']);
});

test('a malformed variable stops the start and is named', async () => {
  const variables = { TOP: integer({ meaning: 'most answers', min: 1, max: 9, default: 3 }) };
  const start = hosting({ services: [defineService({ ...notesService, variables })], environment: { TOP: 'many' } });
  await expect(start).rejects.toThrow('TOP must be a whole number from 1 to 9, got "many"');
});

test('an address that is taken stops the start', async () => {
  await using host = await hosting();
  await expect(hosting({ http: host.httpAddress })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(hosting({ grpc: host.grpcAddress })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('liveness does not depend on a store; readiness does, and says why', async () => {
  const ports = memoryPorts();
  await using host = await hosting({ ports });
  expect((await fetchFrom(host, '/health/ready')).status).toBe(200);
  ports.graph.check = () => Promise.reject(new Error('connection refused'));
  const ready = await fetchFrom(host, '/health/ready');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({
    ready: false,
    reasons: ['graph: connection refused'],
    degraded: [],
    index_lag: { nodes: 0, seconds: 0 },
  });
  expect((await fetchFrom(host, '/health')).status).toBe(503);
  expect((await fetchFrom(host, '/health/live')).status).toBe(200);
});

test('a store that not every request needs leaves a process ready, named as degraded in its health and its metrics', async () => {
  const ports = memoryPorts();
  await using host = await hosting({ ports });
  const metrics = async () => (await fetchFrom(host, '/metrics')).text();
  expect(await metrics()).toContain('agentmem_port_away{port="details"} 0');
  ports.details.check = () => Promise.reject(new Error('connection refused'));
  ports.keyValue.check = () => Promise.reject(new Error('it loads its data'));
  const ready = await fetchFrom(host, '/health/ready');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({
    ready: true,
    reasons: [],
    degraded: ['key-value store: it loads its data', 'details: connection refused'],
  });
  expect(await metrics()).toContain('agentmem_port_away{port="details"} 1');
  expect(await metrics()).toContain('agentmem_port_away{port="graph"} 0');
});

test('a process without services, as a gateway of its own, needs the bus alone', async () => {
  const ports = memoryPorts();
  await using host = await hosting({ ports, services: [] });
  ports.graph.check = () => Promise.reject(new Error('it loads its data'));
  expect((await fetchFrom(host, '/health/ready')).status).toBe(200);
  ports.bus.check = () => Promise.reject(new Error('connection refused'));
  const ready = await fetchFrom(host, '/health/ready');
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { reasons: ['bus: connection refused'], degraded: ['graph: it loads its data'] },
  ]);
});

test('metrics are served as Prometheus reads them', async () => {
  await using host = await hosting();
  await host.caller.call('facts', 'store', { content: 'Anne likes tea' });
  const response = await fetchFrom(host, '/metrics');
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(await response.text()).toContain('agentmem_requests_total{service="facts",operation="store",door="local"} 1');
});

test('a service of this process is called without the bus', async () => {
  const bus = busOver(createMemoryBus(), {});
  await using host = await hosting({ ports: memoryPorts({ bus }) });
  bus.publish = () => Promise.reject(new Error('connection refused'));
  expect(await host.caller.call('facts', 'store', { content: 'Anne likes tea' })).toMatchObject({ created: true });
});

test('an event that always fails counts as a dead letter', async () => {
  const ports = memoryPorts();
  const handle = () => Promise.reject(new DeadLetter('no model'));
  const failing = defineService({ ...notesService, events: { 'conversation-ended': handle } });
  await using host = await hosting({ ports, services: [failing] });
  await publishEvent(ports.bus, eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'idle' } } }));
  await host.settled();
  expect(await (await fetchFrom(host, '/metrics')).text()).toContain(
    'agentmem_dead_letters_total{service="facts",operation="conversation-ended",door="event"} 1',
  );
});

test('dead letters are counted as they come, and shown for as long as they wait', async () => {
  const ports = memoryPorts();
  await using host = await hosting({ ports });
  const metrics = async () => await (await fetchFrom(host, '/metrics')).text();
  const topic = serviceTopic('facts', 'command');
  await ports.bus.publish(topic, { payload: '{"store":{"content":7}}' });
  await host.settled();
  const waiting = (count: number) =>
    `agentmem_dead_letters_waiting{topic="persistent://agent-mem/command/facts",subscription="facts"} ${count}`;
  const page = await metrics();
  expect(page).toContain('agentmem_dead_letters_total{service="facts",operation="store",door="command"} 1');
  expect(page).toContain(waiting(1));
  expect(page).toContain('{topic="persistent://agent-mem/event/conversation",subscription="facts"} 0');
  const letters = createDeadLetters(ports.bus);
  await letters.drop((await letters.list()).map(({ id }) => id));
  expect(await metrics()).toContain(waiting(0));
});

test('what waits on the embedded bus is shown with its age', async () => {
  const clock = turnedClock();
  const bus = createMemoryBus({ clock });
  await bus.ensureSubscription(conversationEvents, 'away');
  await using host = await hosting({ ports: memoryPorts({ bus }) });
  await bus.publish(conversationEvents, { payload: '{}' });
  await clock.advance(90_000);
  const page = await (await fetchFrom(host, '/metrics')).text();
  const labels = '{topic="persistent://agent-mem/event/conversation",subscription="away"}';
  expect(page).toContain(`agentmem_backlog_messages${labels} 1`);
  expect(page).toContain(`agentmem_backlog_seconds${labels} 90`);
});

test('metrics are served although the bus cannot be looked into', async () => {
  const bus = busOver(createMemoryBus(), {});
  bus.peek = () => Promise.reject(new Error('connection refused'));
  await using host = await hosting({ ports: memoryPorts({ bus }) });
  expect((await fetchFrom(host, '/metrics')).status).toBe(200);
});

test('an HTTP plugin puts its routes on the server and asks services', async () => {
  const plugin = defineHttpPlugin({
    name: 'knock',
    variables: { GREETING: integer({ meaning: 'what to say', min: 0, max: 9, default: 7 }) },
    async register(app, { caller, config }) {
      app.get('/knock', async () => ({
        ...(await caller.call('facts', 'store', { content: 'knock' })),
        greeting: config.GREETING,
      }));
    },
  });
  await using host = await hosting({ httpPlugins: [plugin] });
  const answer = await (await fetchFrom(host, '/knock')).json();
  expect(answer).toMatchObject({ fact_id: expect.stringMatching(/^fact_/), created: true, greeting: 7 });
});

test('a connector listens once the services answer, and stops before they do', async () => {
  const order: string[] = [];
  const connector = defineConnector({
    name: 'pigeons',
    variables: { LOFTS: integer({ meaning: 'how many', min: 0, max: 9, default: 3 }) },
    async start({ caller, config }) {
      const { created } = await caller.call('facts', 'store', { content: 'coo' });
      order.push(`starts with ${config.LOFTS}, stored ${created}`);
      return {
        async [Symbol.asyncDispose]() {
          await caller.call('facts', 'store', { content: 'the last pigeon' });
          order.push('stops');
        },
      };
    },
  });
  const host = await hosting({ connectors: [connector], environment: { LOFTS: '5' } });
  expect(order).toEqual(['starts with 5, stored true']);
  await host[Symbol.asyncDispose]();
  expect(order).toEqual(['starts with 5, stored true', 'stops']);
});

test('a malformed variable of a connector stops the start', async () => {
  const start = vi.fn();
  const lofts = integer({ meaning: 'how many', min: 0, max: 9, default: 3 });
  const connector = defineConnector({ name: 'pigeons', variables: { LOFTS: lofts }, start });
  await expect(hosting({ connectors: [connector], environment: { LOFTS: 'many' } })).rejects.toThrow('LOFTS');
  expect(start).not.toHaveBeenCalled();
});

test('a start that a plugin ends closes what services began, also where that runs until the process stops', async () => {
  const service = defineService({
    ...notesService,
    async start({ draining }) {
      const stopping = new Promise((resolve) => draining.addEventListener('abort', resolve, { once: true }));
      return { [Symbol.asyncDispose]: async () => void (await stopping) };
    },
  });
  const register = () => Promise.reject(new Error('MCP_TOOLS is malformed'));
  const httpPlugins = [defineHttpPlugin({ name: 'front', variables: {}, register })];
  await expect(hosting({ services: [service], httpPlugins })).rejects.toThrow('MCP_TOOLS is malformed');
});

test('stopping waits for what runs and answers it', async () => {
  let release = () => {};
  const begun = vi.fn();
  const slow = defineService({
    ...notesService,
    handlers: {
      store: async () => {
        begun();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return { fact_id: 'fact_1' };
      },
    },
  });
  const ports = memoryPorts();
  const host = await hosting({ ports, services: [slow] });
  await using asking = await hosting({ ports, services: [] });
  const answer = asking.caller.call('facts', 'store', { content: 'tea' });
  await vi.waitFor(() => expect(begun).toHaveBeenCalled());
  const stopped = host[Symbol.asyncDispose]();
  expect((await host.ready()).reasons).toEqual(['the service is stopping']);
  release();
  await stopped;
  expect((await answer).fact_id).toBe('fact_1');
});

test('what does not end is interrupted, and its command waits for the next start', async () => {
  const ports = memoryPorts();
  const begun = vi.fn();
  const hanging = defineService({
    ...notesService,
    handlers: {
      store: () => {
        begun();
        return new Promise<never>(() => undefined);
      },
    },
  });
  await using asking = await hosting({ ports, services: [] });
  const host = await hosting({ ports, services: [hanging], drainMs: 20 });
  const answer = asking.caller.call('facts', 'store', { content: 'tea' });
  await vi.waitFor(() => expect(begun).toHaveBeenCalled());
  await host[Symbol.asyncDispose]();
  await using next = await hosting({ ports });
  expect(await answer).toMatchObject({ created: true });
  await next.settled();
});

test('what the embedder could not do when it was asked is done by the periodic job', async () => {
  const clock = turnedClock();
  const embed = vi.fn().mockRejectedValueOnce(new Error('no model')).mockImplementation(hashEmbedder().embed);
  const ports = memoryPorts({ clock, embedder: { ...hashEmbedder(), embed } });
  await using host = await hosting({ ports });
  const { fact_id } = await host.caller.call('facts', 'store', { content: 'Anne likes tea', user: 'u1' });
  expect((await ports.searchIndex.get(scope, [fact_id]))[0]?.vectors).toEqual([]);
  await clock.advance(5_000);
  await host.settled();
  expect((await ports.searchIndex.get(scope, [fact_id]))[0]?.vectors).toHaveLength(1);
});

test('a service’s start comes before its first message', async () => {
  const order: string[] = [];
  const starting = defineService({
    ...notesService,
    start: async () => void order.push('start'),
    handlers: {
      get: async () => {
        order.push('get');
        return {};
      },
    },
  });
  await using host = await hosting({ services: [starting] });
  await host.caller.call('facts', 'get', { fact_id: crypto.randomUUID() });
  expect(order).toEqual(['start', 'get']);
});

test('periodic jobs run on the clock, one run at a time, and a run that fails comes again', async () => {
  const clock = turnedClock();
  const run = vi.fn(() => Promise.reject(new Error('not now')));
  const tidy = defineService({
    name: 'graph',
    owns: [],
    variables: {},
    handlers: {},
    periodicJobs: () => [{ name: 'tidy', everyMs: 60_000, run }],
  });
  await using host = await hosting({ ports: memoryPorts({ clock }), services: [tidy] });
  await clock.advance(59_999);
  await host.settled();
  expect(run).toHaveBeenCalledTimes(0);
  await clock.advance(60_001);
  await host.settled();
  expect(run).toHaveBeenCalledTimes(2);
});

test('a reply is kept for a week of repeats, and then forgotten', async () => {
  const hour = 60 * 60 * 1000;
  const clock = turnedClock();
  const ports = memoryPorts({ clock });
  const isKept = async () => (await ports.graph.idempotencyRecord(scope, 'facts.store', 'k')) !== null;
  // The days pass between the hosts: in one that runs, each second of them would wake what looks for work.
  const hostedFor = async (ms: number, begin = async (_host: Host): Promise<unknown> => null) => {
    await using host = await hosting({ ports });
    await begin(host);
    await clock.advance(ms);
    await host.settled();
  };
  await hostedFor(0, ({ caller }) => caller.call('facts', 'store', { content: 'tea', user: 'u1' }, { idempotencyKey: 'k' }));
  await clock.advance(6 * 24 * hour);
  await hostedFor(hour);
  expect(await isKept()).toBe(true);
  await clock.advance(24 * hour);
  await hostedFor(hour);
  expect(await isKept()).toBe(false);
});

test('what a stop interrupts has its attempts left, however long the rest of the stop takes', async () => {
  const clock = turnedClock();
  const ports = memoryPorts({ clock });
  const begun: AbortSignal[] = [];
  const hanging = defineService({
    ...notesService,
    events: {
      'conversation-ended': (_event, { signal }) => {
        begun.push(signal);
        return new Promise<never>(() => undefined);
      },
    },
  });
  const slow = Promise.withResolvers<void>();
  const slowToStop = defineConnector({
    name: 'slow',
    variables: {},
    start: async () => ({ [Symbol.asyncDispose]: () => slow.promise }),
  });
  const host = await hosting({ ports, services: [hanging], connectors: [slowToStop], drainMs: 20 });
  await publishEvent(ports.bus, eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'idle' } } }));
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  const stopping = host[Symbol.asyncDispose]();
  await vi.waitFor(() => expect(begun[0]?.aborted).toBe(true));
  for (let minutes = 0; minutes < 10; minutes += 1) await clock.advance(60_000);
  slow.resolve();
  await clock.advance(60_000);
  await stopping;
  expect(begun).toHaveLength(1);
  await using _ = await hosting({ ports, services: [hanging], drainMs: 20 });
  await vi.waitFor(() => expect(begun).toHaveLength(2));
});

test('a periodic job that hangs does not hold up stopping', async () => {
  const clock = turnedClock();
  const run = vi.fn(() => new Promise<never>(() => undefined));
  const stuck = defineService({ ...notesService, periodicJobs: () => [{ name: 'stuck', everyMs: 1_000, run }] });
  const host = await hosting({ ports: memoryPorts({ clock }), services: [stuck], drainMs: 20 });
  await clock.advance(1_000);
  expect(run).toHaveBeenCalled();
  await host[Symbol.asyncDispose]();
});

test('a browser does nothing with an answer: it is not guessed at, framed or run', async () => {
  await using host = await hosting();
  const { headers } = await fetchFrom(host, '/health/live');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
});
