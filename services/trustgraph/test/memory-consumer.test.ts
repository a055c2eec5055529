import { createMemoryTopics, type MemoryTopics } from '@agent-mem/messaging';
import {
  type StubTrustGraphConfig,
  startFleet,
  stubTrustGraphConfig,
  type TestFleet,
  type TrustGraphConfig,
} from '@agent-mem/testing';
import { openToolServiceClient } from '@agent-mem/trustgraph';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const queuesOf = (workspace: string) => ({
  request: `request:tg:memory:${workspace}:main`,
  response: `response:tg:memory:${workspace}:main`,
  'tool-service-request': `request:tg:memory-tool:${workspace}:main`,
  'tool-service-response': `response:tg:memory-tool:${workspace}:main`,
});

let stack: AsyncDisposableStack;
let topics: MemoryTopics;
let fleet: TestFleet;
let config: TrustGraphConfig;
let stub: StubTrustGraphConfig;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  topics = stack.use(createMemoryTopics());
  const entry = (workspace: string) => ({
    'processor:agent-mem-memory': { main: JSON.stringify({ topics: queuesOf(workspace), parameters: {} }) },
  });
  config = {
    __workspaces__: { workspace: { acme: '{}', other: '{}' } },
    acme: entry('acme'),
    other: entry('other'),
  };
  stub = stack.use(await stubTrustGraphConfig(topics, config));
  fleet = stack.use(
    await startFleet({
      http: true,
      trustgraphTopics: topics,
    }),
  );
  await vi.waitFor(() => {
    for (const workspace of ['acme', 'other']) expect(topics.subscriptions(requestsOf(workspace))).toHaveLength(1);
  });
});
afterEach(() => stack.disposeAsync());

const requestsOf = (workspace: string) => `non-persistent://tg/request/memory:${workspace}:main`;

let asked = 0;
/** What a client of the gateway gets for what it sends to `thru/memory`. */
async function ask(payload: object, workspace = 'acme'): Promise<Record<string, unknown>> {
  const id = `r${++asked}`;
  await using producer = await topics.produce(requestsOf(workspace));
  await producer.send({ payload: JSON.stringify({ payload }), properties: { id } });
  const answers = () => topics.sent.filter(({ topic, properties }) => topic.includes('/response/') && properties.id === id);
  await vi.waitFor(() => expect(answers()).toHaveLength(1));
  const { payload: answer } = JSON.parse(answers()[0]?.payload ?? '') as { payload: Record<string, unknown> };
  return answer;
}

describe('memory in a flow of TrustGraph', () => {
  it('keeps and finds facts, in the workspace of the flow', async () => {
    const stored = await ask({ facts: { store: { content: 'The ferry to Ischia leaves at nine' } } });
    expect(stored).toEqual({ facts: { store: expect.objectContaining({ created: true }) } });
    expect(await ask({ facts: { retrieve: { query: 'When does the ferry leave?' } } })).toMatchObject({
      facts: { retrieve: { facts: [{ content: 'The ferry to Ischia leaves at nine' }] } },
    });
    expect(await ask({ facts: { retrieve: { query: 'When does the ferry leave?' } } }, 'other')).toMatchObject({
      facts: { retrieve: { facts: [] } },
    });
    const { facts } = await fleet.caller.call('facts', 'list', { workspace: 'acme' });
    expect(facts).toHaveLength(1);
  });

  it('keeps user and collection apart as the client names them', async () => {
    await ask({ facts: { store: { content: 'Anne likes tea', user: 'anne', collection: 'home' } } });
    expect(await ask({ facts: { list: { user: 'anne', collection: 'home' } } })).toMatchObject({
      facts: { list: { facts: [{ content: 'Anne likes tea' }] } },
    });
    expect(await ask({ facts: { list: {} } })).toMatchObject({ facts: { list: { facts: [] } } });
  });

  it('refuses another workspace than the flow’s', async () => {
    expect(await ask({ facts: { list: { workspace: 'other' } } })).toEqual({
      error: {
        type: 'permission-denied',
        message: 'facts.list.workspace: the flow\'s is "acme", and no other can be asked here',
        retryable: false,
      },
    });
    expect(await ask({ facts: { list: { workspace: 'acme' } } })).toMatchObject({ facts: { list: { facts: [] } } });
  });

  it.each([null, ''])('asks the flow’s workspace where a request names %j', async (workspace) => {
    const content = 'The ferry to Ischia leaves at nine';
    expect(await ask({ facts: { store: { content, workspace } } })).toMatchObject({ facts: { store: { created: true } } });
    const factsOf = async (named: string) => (await fleet.caller.call('facts', 'list', { workspace: named })).facts;
    expect(await factsOf('acme')).toMatchObject([{ content }]);
    expect(await factsOf('default')).toEqual([]);
  });

  it.each(['facts', 'episodes', 'conversations'])('erases nothing for good: %s', async (service) => {
    expect(await ask({ [service]: { purge: { user: 'anne' } } })).toEqual({
      error: {
        type: 'permission-denied',
        message: `${service}.purge: cannot be asked here; ask agent-mem itself`,
        retryable: false,
      },
    });
  });

  it('keeps episodes, once by their key, and conversations', async () => {
    const episode = { goal: 'Book a ferry', steps: ['Looked up the timetable'], outcome: 'Booked', lessons: 'Book early' };
    const store = () => ask({ episodes: { store: episode }, idempotency_key: 'k1' });
    expect(await store()).toEqual(await store());
    expect(await ask({ episodes: { retrieve: { query: 'book a ferry' } } })).toMatchObject({
      episodes: { retrieve: { episodes: [{ goal: 'Book a ferry' }] } },
    });
    const summary = { query: 'When?', summary: 'Looked it up', result: 'At nine' };
    expect(await ask({ conversations: { update: { conversation_id: 'c1', invocation_summary: summary } } })).toMatchObject({
      conversations: { update: { success: true } },
    });
    expect(await ask({ conversations: { get: { conversation_id: 'c1' } } })).toMatchObject({
      conversations: { get: { conversation: { conversation_id: 'c1', invocations: [summary] } } },
    });
  });

  it('does what memory-mode allows', async () => {
    const store = () => ask({ facts: { store: { content: 'The ferry leaves at nine' } } });
    const list = () => ask({ facts: { list: {} } });
    const refused = (sentence: string) => ({
      error: {
        type: 'failed-precondition',
        message: `${sentence} in the flow acme/main (memory-mode ${mode})`,
        retryable: false,
      },
    });
    let mode = 'read';
    const become = async (next: string) => {
      mode = next;
      config.acme = { ...config.acme, 'agent-mem': { 'memory-mode': next } };
      await stub.poke({ 'agent-mem': ['acme'] });
    };
    expect(await store()).toMatchObject({ facts: { store: { created: true } } });
    // No mode at all: the process's own holds.
    await become('"sometimes"');
    expect(await store()).toMatchObject({ facts: { store: { created: false } } });
    await become('read');
    await vi.waitFor(async () => expect(await store()).toEqual(refused('memory is only read')));
    expect(await list()).toMatchObject({ facts: { list: { facts: [{ content: 'The ferry leaves at nine' }] } } });
    await become('off');
    await vi.waitFor(async () => expect(await list()).toEqual(refused('memory is off')));
    await become('read-write');
    await vi.waitFor(async () => expect(await store()).toMatchObject({ facts: { store: { created: false } } }), {
      timeout: 10_000,
    });
  });

  it('wants the token of the flow, where one is set', async () => {
    const list = (token?: unknown) => ask({ facts: { list: {} }, ...(token === undefined ? {} : { token }) });
    config.acme = { ...config.acme, 'agent-mem': { 'memory-token': 'secret' } };
    await stub.poke({ 'agent-mem': ['acme'] });
    const error = {
      type: 'unauthenticated',
      message: 'token: must be the memory-token of the flow acme/main',
      retryable: false,
    };
    await vi.waitFor(async () => expect(await list()).toEqual({ error }));
    for (const wrong of ['Secret', '', 5, null]) expect(await list(wrong)).toEqual({ error });
    expect(await list('secret')).toMatchObject({ facts: { list: { facts: [] } } });
    expect(await ask({ facts: { list: {} } }, 'other')).toMatchObject({ facts: { list: { facts: [] } } });
  });

  it('lets through what is not known, as the bus does, and reports it', async () => {
    expect(
      await ask({ facts: { store: { content: 'Anne likes tea', user_id: 'bob' } }, idempotency: 'k1', workspace: 'x' }),
    ).toEqual({
      facts: { store: expect.objectContaining({ created: true }) },
      warnings: [
        'facts.store.user_id: is not known; did you mean user?',
        'idempotency: is not known; did you mean idempotency_key?',
      ],
    });
  });

  it('tells what is wrong by the path of the member', async () => {
    expect(await ask({ facts: { retrieve: { query: 'x', top_k: 0 } } })).toEqual({
      error: { type: 'invalid-argument', message: 'top_k: must be from 1 to 100, got 0', retryable: false },
    });
  });

  it('goes with the fleet', async () => {
    await fleet[Symbol.asyncDispose]();
    expect(topics.subscriptions(requestsOf('acme'))).toEqual([]);
  });
});

describe('tools of memory for agents of a flow', () => {
  const call = async (tool: string, args: Record<string, unknown>, settings: Record<string, unknown> = {}) => {
    const queues = queuesOf('acme');
    await using client = await openToolServiceClient(
      { topics, clock: fleet.ports.clock },
      { request: queues['tool-service-request'], response: queues['tool-service-response'] },
    );
    return await client.call({ tool, ...settings }, args);
  };

  it('StoreFact keeps what RetrieveFacts finds, in the workspace of the flow and the collection of the tool', async () => {
    const settings = { collection: 'sales' };
    expect(await call('RetrieveFacts', { query: 'ferry' }, settings)).toBe('No facts were found.');
    const fact = { fact_content: 'The ferry to Ischia leaves at nine' };
    expect(await call('StoreFact', fact, settings)).toMatch(/^Stored as fact_/);
    expect(await call('StoreFact', fact, settings)).toMatch(/^Known already as fact_/);
    expect(await call('RetrieveFacts', { query: 'ferry' }, settings)).toMatch(/^- The ferry to Ischia leaves at nine \[fact_/);
    expect(await call('RetrieveFacts', { query: 'ferry' })).toBe('No facts were found.');
    const { facts } = await fleet.caller.call('facts', 'list', { workspace: 'acme', collection: 'sales' });
    expect(facts).toMatchObject([{ trust: 'agent', content: 'The ferry to Ischia leaves at nine' }]);
  });

  it('RecallEpisodes shows goals, steps, outcomes and lessons', async () => {
    const episode = { goal: 'Book a ferry', steps: ['Looked up the timetable'], outcome: 'Booked', lessons: 'Book early' };
    await ask({ episodes: { store: episode } });
    expect(await call('RecallEpisodes', { query: 'book a ferry' })).toMatch(
      /^- Goal: Book a ferry \[epi_.*\]\n {2}Step: Looked up the timetable\n {2}Outcome: Booked\n {2}Lessons: Book early$/,
    );
    expect(await call('RecallEpisodes', { query: 'x' }, { collection: 'empty' })).toBe('No episodes were found.');
  });

  it('are bound by memory-mode too, the flow’s own parameter before all', async () => {
    const parameters = { 'memory-mode': 'read' };
    config.acme = { 'processor:agent-mem-memory': { main: JSON.stringify({ topics: queuesOf('acme'), parameters }) } };
    await stub.poke({ 'processor:agent-mem-memory': ['acme'] });
    const refusal = 'memory is only read in the flow acme/main (memory-mode read)';
    await vi.waitFor(async () => expect(call('StoreFact', { fact_content: 'x' })).rejects.toThrow(refusal));
    expect(await call('RetrieveFacts', { query: 'ferry' })).toBe('No facts were found.');
  });

  it('say which argument is missing', async () => {
    await expect(call('StoreFact', {})).rejects.toThrow(/content: must not be blank/);
  });
});
