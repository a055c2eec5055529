import { OperationError } from '@agent-mem/contract';
import { createMemoryTopics, type MemoryTopics } from '@agent-mem/messaging';
import { type StubTrustGraphConfig, stubTrustGraphConfig, type TrustGraphConfig, turnedClock } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FlowServer, openToolServiceClient, type ServeMemoryOptions, serveMemory } from '../src/index.ts';
import { recorded } from './recorded.ts';

const queues = {
  request: 'request:tg:memory:acme:main',
  response: 'response:tg:memory:acme:main',
  'tool-service-request': 'request:tg:memory-tool:acme:main',
  'tool-service-response': 'response:tg:memory-tool:acme:main',
  'agent-mcp-tool-request': 'request:tg:agent-mcp-tool:acme:main',
  'agent-mcp-tool-response': 'response:tg:agent-mcp-tool:acme:main',
};
const topicOf = (queue: keyof typeof queues) => {
  const [class_, space, ...rest] = queues[queue].split(':');
  return `non-persistent://${space}/${class_}/${rest.join(':')}`;
};

let topics: MemoryTopics;
let store: TrustGraphConfig;
let config: StubTrustGraphConfig;
let server: FlowServer | null = null;

beforeEach(async () => {
  topics = createMemoryTopics();
  store = {
    __workspaces__: { workspace: { acme: '{"enabled": true}' } },
    acme: { 'processor:agent-mem-memory': { main: JSON.stringify({ topics: queues, parameters: { p: '1' } }) } },
  };
  config = await stubTrustGraphConfig(topics, store);
});
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = null;
});

async function serve(options: Partial<ServeMemoryOptions> = {}) {
  server = serveMemory({
    topics,
    clock: turnedClock(),
    processorId: 'agent-mem-memory',
    types: [],
    operation: async ({ request }, { entry }) => ({ echo: request, workspace: entry.workspace }),
    toolNames: ['RetrieveFacts'],
    tool: async ({ tool, collection, arguments: args }, { entry }) => `${tool} ${collection} ${args.query} ${entry.workspace}`,
    ...options,
  });
  await server.ready;
}
async function send(queue: keyof typeof queues, payload: unknown, id: string | null = 'r1') {
  await using producer = await topics.produce(topicOf(queue));
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  await producer.send({ payload: text, properties: id === null ? {} : { id } });
}
const sentTo = (queue: keyof typeof queues) =>
  topics.sent
    .filter(({ topic }) => topic === topicOf(queue))
    .map(({ payload, properties }): Record<string, unknown> => ({ id: properties.id, ...JSON.parse(payload) }));
async function answerTo(payload: unknown) {
  await send('request', payload);
  await vi.waitFor(() => expect(sentTo('response')).toHaveLength(1));
  return sentTo('response')[0];
}

describe('memory’s interface in a flow', () => {
  it('answers an operation in the envelope that the gateway passes through', async () => {
    await serve();
    const payload = { facts: { retrieve: { query: 'ferry' } }, workspace: 'acme', 'user-context': { sub: 'u' } };
    expect(await answerTo({ payload })).toEqual({
      id: 'r1',
      payload: { facts: { retrieve: { echo: { query: 'ferry' }, workspace: 'acme' } } },
      error: null,
      is_final: true,
    });
  });

  it('subscribes as TrustGraph’s services do', async () => {
    await serve();
    expect(topics.subscriptions(topicOf('request'))).toEqual(['agent-mem-memory--acme--main--request']);
    expect(topics.subscriptions(topicOf('tool-service-request'))).toEqual(['agent-mem-memory--acme--main--tool-service-request']);
  });

  it('hands on the key that makes a repeat harmless', async () => {
    const keys: (string | null)[] = [];
    await serve({ operation: async ({ idempotencyKey }) => ({ kept: keys.push(idempotencyKey) }) });
    await answerTo({ payload: { episodes: { store: {} }, idempotency_key: 'k1' } });
    expect(keys).toEqual(['k1']);
  });

  it.each([
    [{ payload: {} }, 'memory: must have one of facts, episodes, conversations, got none'],
    [{ payload: null }, 'memory: must have one of facts, episodes, conversations, got none'],
    [{ payload: [] }, 'memory: must be an object, got an array'],
    [{ payload: { facts: {}, episodes: {} } }, 'memory: must have one of facts, episodes, conversations, got facts and episodes'],
    [{ payload: { agent: { invoke: {} } } }, 'memory: must have one of facts, episodes, conversations, got agent'],
    [{ payload: { workspace: 'w', fact: {}, token: 't' } }, 'memory: must have one of facts, episodes, conversations, got fact'],
    [{ payload: { facts: { invent: {} } } }, /^facts: must have one of retrieve, .*, got invent$/],
    [{ payload: { facts: { retrieve: 5 } } }, 'facts.retrieve: must be an object, got 5'],
    [{ payload: { facts: { retrieve: {} }, idempotency_key: 5 } }, /^idempotency_key: must be a text of 1 to 256/],
    ['no JSON', 'PassthroughRequest: must be JSON text'],
  ])('refuses %j by the name of what is wrong', async (message, wrong) => {
    await serve();
    const error = { type: 'invalid-argument', message: typeof wrong === 'string' ? wrong : expect.stringMatching(wrong) };
    expect(await answerTo(message)).toEqual({
      id: 'r1',
      payload: { error: { ...error, retryable: false } },
      error,
      is_final: true,
    });
  });

  it('tells a service’s refusal in the payload, which gateways show, and as an error', async () => {
    await serve({ operation: () => Promise.reject(new OperationError('not-found', 'Fact f1 not found')) });
    expect(await answerTo({ payload: { facts: { get: { id: 'f1' } } } })).toMatchObject({
      payload: { error: { type: 'not-found', message: 'Fact f1 not found', retryable: false } },
      error: { type: 'not-found', message: 'Fact f1 not found' },
    });
  });

  it('answers a request without an id as TrustGraph’s services do', async () => {
    await serve();
    await send('request', { payload: { facts: { list: {} } } }, null);
    await vi.waitFor(() => expect(sentTo('response')).toMatchObject([{ id: 'unknown', error: null }]));
  });

  it('reads what a gateway of 2.11.1 was recorded to send', async () => {
    await serve();
    const [sent] = recorded('passthrough').bus.filter(({ topic }) => topic.includes('/request/'));
    expect(await answerTo(sent?.payload)).toMatchObject({ error: { type: 'invalid-argument' } });
  });

  it('ends what is in work when the flow stops, and takes it up again when it starts', async () => {
    let signal: AbortSignal | null = null;
    await serve({
      operation: (_request, _flow, given) => {
        signal = given;
        return new Promise(() => {});
      },
    });
    await send('request', { payload: { facts: { list: {} } } });
    await vi.waitFor(() => expect(signal).not.toBeNull());
    const entries = store.acme;
    store.acme = {};
    await config.poke({ 'processor:agent-mem-memory': ['acme'] });
    await vi.waitFor(() => expect(topics.subscriptions(topicOf('request'))).toEqual([]));
    expect(sentTo('response')).toMatchObject([
      { error: { type: 'unavailable', message: 'The flow acme/main has stopped; ask again when it runs' } },
    ]);
    expect(signal).toMatchObject({ aborted: true });
    expect(server?.flows).toEqual([]);
    store.acme = entries ?? {};
    await config.poke({ 'processor:agent-mem-memory': ['acme'] });
    await vi.waitFor(() => expect(topics.subscriptions(topicOf('request'))).toHaveLength(1));
  });

  it('works on 256 requests at once, and tells the rest that it is full', async () => {
    const release = Promise.withResolvers<object>();
    await serve({ operation: () => release.promise });
    for (let n = 1; n <= 257; n += 1) await send('request', { payload: { facts: { list: {} } } }, `r${n}`);
    await vi.waitFor(() => expect(sentTo('response')).toHaveLength(1));
    expect(sentTo('response')).toMatchObject([{ id: 'r257', error: { type: 'resource-exhausted' } }]);
    release.resolve({ facts: [] });
    await vi.waitFor(() => expect(sentTo('response').filter(({ error }) => error === null)).toHaveLength(256));
  });

  it('needs no queue but its two', async () => {
    const { request, response } = queues;
    store.acme = { 'processor:agent-mem-memory': { main: JSON.stringify({ topics: { request, response } }) } };
    await serve();
    expect(topics.subscriptions(topicOf('tool-service-request'))).toEqual([]);
    expect(await answerTo({ payload: { facts: { list: {} } } })).toMatchObject({ error: null });
  });
});

describe('memory’s tools as a tool service', () => {
  const { 'tool-service-request': request, 'tool-service-response': response } = queues;
  const call = async (settings: Record<string, unknown>, args: Record<string, unknown>) => {
    await using client = await openToolServiceClient({ topics, clock: turnedClock() }, { request, response });
    return await client.call(settings, args);
  };

  it('are called by the name and the collection of their configuration', async () => {
    await serve();
    expect(await call({ tool: 'RetrieveFacts', collection: 'sales' }, { query: 'ferry' })).toBe('RetrieveFacts sales ferry acme');
    expect(await call({ tool: 'RetrieveFacts' }, { query: 'ferry' })).toBe('RetrieveFacts null ferry acme');
  });

  it('say what there is when a configuration names no tool of memory', async () => {
    await serve();
    await expect(call({}, {})).rejects.toThrow('There is no tool ""; memory has RetrieveFacts');
  });

  it('tell what went wrong in words', async () => {
    await serve({ tool: () => Promise.reject(new OperationError('unavailable', 'facts: nobody answers')) });
    await expect(call({ tool: 'RetrieveFacts' }, {})).rejects.toThrow('facts: nobody answers');
    await send('tool-service-request', { config: '{', arguments: '' });
    await vi.waitFor(() =>
      expect(sentTo('tool-service-response').at(-1)).toEqual({
        id: 'r1',
        error: { type: 'tool-service-error', message: 'ToolServiceRequest.config: must be JSON text' },
        response: '',
        end_of_stream: true,
      }),
    );
  });
});

describe('memory’s tools in place of the mcp-tool service', () => {
  const answered = async (payload: unknown) => {
    await send('agent-mcp-tool-request', payload);
    await vi.waitFor(() => expect(sentTo('agent-mcp-tool-response')).toHaveLength(1));
    return sentTo('agent-mcp-tool-response')[0];
  };

  it('are called by their names', async () => {
    await serve();
    expect(await answered({ name: 'RetrieveFacts', parameters: '{"query":"ferry"}' })).toEqual({
      id: 'r1',
      error: null,
      text: 'RetrieveFacts null ferry acme',
      object: null,
    });
  });

  it('never answer an empty text, which its clients take for none', async () => {
    await serve({ tool: async () => '' });
    expect(await answered({ name: 'RetrieveFacts', parameters: null })).toMatchObject({ text: '-', error: null });
  });

  it('pass on what is not theirs to the flow’s own service', async () => {
    const own = { 'mcp-tool-request': 'request:tg:mcp-tool:acme:main', 'mcp-tool-response': 'response:tg:mcp-tool:acme:main' };
    store.acme = { 'processor:agent-mem-memory': { main: JSON.stringify({ topics: { ...queues, ...own } }) } };
    await serve();
    const answers = await topics.produce('non-persistent://tg/response/mcp-tool:acme:main');
    const from = 'non-persistent://tg/request/mcp-tool:acme:main';
    await topics.consume(from, { subscription: 'mcp-tool', type: 'shared' }, ({ payload, properties }) => {
      const { name, parameters } = JSON.parse(payload) as { name: string; parameters: string };
      const object = JSON.stringify({ name, parameters: JSON.parse(parameters) as unknown });
      void answers.send({ payload: JSON.stringify({ error: null, text: null, object }), properties });
    });
    expect(await answered({ name: 'weather', parameters: '{"city":"Lisbon"}' })).toMatchObject({
      text: null,
      object: '{"name":"weather","parameters":{"city":"Lisbon"}}',
    });
  });

  it('say what there is when the flow has no service to pass on to', async () => {
    await serve();
    expect(await answered({ name: 'weather', parameters: '{}' })).toMatchObject({
      error: { type: 'tool-error', message: 'There is no tool "weather"; memory has RetrieveFacts' },
    });
  });
});
