import { type Event, OperationError, parseEvent } from '@agent-mem/contract';
import { createMemoryKeyValue } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import { act, type FlowWorldOptions, final, says, short, startFlowWorld } from './flow-world.ts';

const paris = { 'graph-rag': says('Paris') };
const idsOf = (events: readonly Event[]) => events.map(({ id }) => id);
const down = async (): Promise<never> => {
  throw new OperationError('unavailable', 'down');
};

/** Memory services that know nothing, and what each was asked. */
function empty(asked: { service: string; operation: string; request: Record<string, unknown> }[] = []) {
  const call: FlowWorldOptions['call'] = async (service, operation, request) => {
    asked.push({ service, operation, request });
    if (service === 'conversations') throw new OperationError('not-found', 'unknown');
    if (operation === 'append') return { over_threshold: false };
    return { facts: [], episodes: [], receipt: null };
  };
  return { call, asked };
}

describe('whose memory it is', () => {
  test.each([
    ['the workspace’s and collection’s, by default', {}, {}, 'default'],
    ['a user’s, where the request has one', {}, { user: 'anne' }, 'anne'],
    ['the conversation’s alone, where the flow says so', { 'memory-scope': 'conversation' }, {}, 'default/conversation:c1'],
    ['a user’s conversation’s', { 'memory-scope': 'conversation' }, { user: 'anne' }, 'anne/conversation:c1'],
  ])('is %s', async (_whose, parameters, request, user) => {
    const { asked, call } = empty();
    await using world = await startFlowWorld({ model: [final], memory: 'full', parameters, call });
    await world.ask({ question: 'Where?', conversation_id: 'c1', collection: 'col', ...request });
    const scope = { workspace: 'w', user, collection: 'col' };
    expect(asked.filter(({ operation }) => operation === 'retrieve')).toMatchObject([{ request: scope }, { request: scope }]);
    await expect.poll(() => world.events).toMatchObject([{ ...scope, conversation_id: 'c1' }]);
  });

  test.each([
    ['full', {}],
    ['read-write', { conversation_end: 'never' }],
  ] as const)('with memory-mode %s the end of the conversation is told as %j', async (memory, metadata) => {
    await using world = await startFlowWorld({ model: [final], memory });
    await world.ask({ question: 'Where?' });
    await expect.poll(() => world.events.map(({ data }) => data.invocation_completed?.metadata)).toEqual([metadata]);
  });

  test('half signs of a question, its history and its names pass neither to the model nor to memory', async () => {
    const bare = { step_type: '', plan: [], subagent_results: {} };
    const step = { ...bare, thought: 'a\ud83d', action: 'kb', arguments: { question: 'b\ud83d' }, observation: 'c\ud83d' };
    const request = { question: 'Who is Anne \ud83d?', history: [step], conversation_id: 'c\ud83d', collection: 'd\ud83d' };
    await using world = await startFlowWorld({ model: [final], memory: 'full' });
    await world.ask(request);
    await expect.poll(() => world.events).toHaveLength(1);
    const [event] = world.events;
    expect(event?.data.invocation_completed?.question).toBe('Who is Anne \ufffd?');
    expect(() => parseEvent(event)).not.toThrow();
    expect(world.asked.map(({ terms }) => Object.values(terms).every((term) => String(term).isWellFormed()))).toEqual([true]);
  });

  test('the conversation goes with every step', async () => {
    await using world = await startFlowWorld({ model: [act, act, final], services: paris, memory: 'full' });
    await world.ask({ question: 'Where?', conversation_id: 'c1' });
    expect(world.nexts().map(({ conversation_id }) => conversation_id)).toEqual(['c1', 'c1']);
  });

  test('memory that was turned off for a scope is as if it were off in the flow', async () => {
    const settings = { id: 'settings', status: 'ACTIVE', properties: { memory: 'off' } };
    const graph = { get: async (_scope: unknown, ids: readonly string[]) => (ids.includes('settings') ? [settings] : []) };
    await using world = await startFlowWorld({ model: [final], memory: 'full', graph: graph as never });
    const frames = await world.ask({ question: 'Where?' });
    expect(short(frames)).not.toContain('explain U/memory');
    expect(world.asked[0]?.terms.tool_names).toBe('kb');
    expect(world.events).toEqual([]);
  });

  test('a run leaves its receipt, by the id that its event names', async () => {
    await using world = await startFlowWorld({ model: [final], memory: 'full' });
    await world.ask({ question: 'Where?', conversation_id: 'c1' });
    await expect.poll(() => world.events).toHaveLength(1);
    const id = world.events[0]?.data.invocation_completed?.receipt_id;
    expect(world.noted).toMatchObject([{ receipt: { id, operation: 'agent.Invoke' }, query: 'Where?', conversationId: 'c1' }]);
  });

  test('what is sensitive is not told to memory', async () => {
    await using world = await startFlowWorld({ model: [final], memory: 'full' });
    await world.ask({ question: 'My card is 4111 1111 1111 1111, remember it' });
    await expect.poll(() => world.events).toHaveLength(1);
    expect(JSON.stringify(world.events)).not.toContain('4111 1111');
    expect(world.counted.some((what) => what.startsWith('sensitive '))).toBe(true);
  });
});

describe('a question that a client repeats', () => {
  const slowly = (options: FlowWorldOptions = {}) => {
    const clock = turnedClock();
    return startFlowWorld({ clock, memory: 'full', model: () => final, ...options }).then((world) => ({ clock, world }));
  };
  const question = { question: 'My name is Anne' };

  test('after its 120 seconds is told to memory as the first', async () => {
    const { clock, world } = await slowly();
    await using _ = world;
    await world.ask(question, 'r1');
    await clock.advance(120_500);
    await world.ask(question, 'r2');
    await expect.poll(() => world.events).toHaveLength(2);
    expect(new Set(idsOf(world.events)).size).toBe(1);
  });

  test('before the first has its answer, in one conversation, is told as the first', async () => {
    const { clock, world } = await slowly({ model: (_terms, index) => (index === 0 ? 'silence' : final) });
    await using _ = world;
    await world.send({ ...question, conversation_id: 'c1' }, 'r1');
    await vi.waitFor(() => expect(world.asked).toHaveLength(1));
    await clock.advance(20_000);
    await world.ask({ ...question, conversation_id: 'c1' }, 'r2');
    await expect.poll(() => world.events).toHaveLength(1);
    // The model is asked again for the first, which then ends too.
    await vi.waitFor(async () => {
      await clock.advance(10_000);
      expect(world.frames('r1').at(-1)?.end_of_dialog).toBe(true);
    });
    await expect.poll(() => world.events).toHaveLength(2);
    expect(new Set(idsOf(world.events)).size).toBe(1);
  });

  test.each([
    ['soon after its answer', 30_000],
    ['long after it', 400_000],
  ])('%s is a question of its own', async (_when, ms) => {
    const { clock, world } = await slowly();
    await using _ = world;
    await world.ask(question, 'r1');
    await clock.advance(ms);
    await world.ask(question, 'r2');
    await expect.poll(() => world.events).toHaveLength(2);
    expect(new Set(idsOf(world.events)).size).toBe(2);
  });

  test('is its own where the journal cannot say', async () => {
    const keyValue = createMemoryKeyValue({ clock: turnedClock() });
    await using world = await startFlowWorld({ memory: 'full', model: [final], keyValue: { ...keyValue, get: down } });
    await world.ask(question);
    await expect.poll(() => world.events).toHaveLength(1);
  });
});

describe('what memory is to learn', () => {
  test('is on the bus before the last frame', async () => {
    const endedBefore: boolean[] = [];
    const isBusDown = () => {
      endedBefore.push(world.frames().some(({ end_of_dialog }) => end_of_dialog));
      return false;
    };
    await using world = await startFlowWorld({ memory: 'full', model: [final], isBusDown });
    await world.ask({ question: 'My name is Anne' });
    expect(endedBefore).toEqual([false]);
  });

  test('waits in the store of the journal while the bus is down, and is published later, once', async () => {
    const clock = turnedClock();
    let isDown = true;
    const keyValue = createMemoryKeyValue({ clock });
    const options = { clock, keyValue, memory: 'full', model: [final], isBusDown: () => isDown } as const;
    await using world = await startFlowWorld(options);
    const frames = await world.ask({ question: 'My name is Anne' });
    expect(frames.at(-1)).toMatchObject({ content: 'Paris', end_of_dialog: true });
    expect(await Array.fromAsync(keyValue.entries('agent/dialogue-event/'))).toHaveLength(1);
    isDown = false;
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(world.events).toHaveLength(1);
    });
    await clock.advance(10_000);
    expect(world.events).toHaveLength(1);
    expect(await Array.fromAsync(keyValue.entries('agent/dialogue-event/'))).toEqual([]);
  });

  test('is counted as lost where nothing takes it, and the answer is not held up', async () => {
    const keyValue = createMemoryKeyValue({ clock: turnedClock() });
    const refusing = { ...keyValue, set: down };
    await using world = await startFlowWorld({ memory: 'full', model: [final], keyValue: refusing, isBusDown: () => true });
    expect((await world.ask({ question: 'My name is Anne' })).at(-1)).toMatchObject({ content: 'Paris', end_of_dialog: true });
    expect(world.counted).toContain('away agent-mem event');
  });
});

describe('memory services that are down', () => {
  test('are counted and told of once for a question, by their part', async () => {
    await using world = await startFlowWorld({ model: [act, act, final], services: paris, memory: 'full', call: down });
    await world.ask({ question: 'What?', conversation_id: 'c' });
    const away = world.counted.filter((what) => what.startsWith('away')).toSorted();
    expect(away).toEqual(
      ['profile', 'facts', 'episodes', 'conversation', 'working-memory'].map((part) => `away agent-mem ${part}`).toSorted(),
    );
    expect(world.logged.filter((line) => line.includes('is answered without parts of memory'))).toHaveLength(1);
  });

  test('are not waited for again at each step: that the trace cannot be kept goes with the question', async () => {
    const calls: string[] = [];
    const call: FlowWorldOptions['call'] = async (service, operation) => {
      calls.push(service === 'facts' ? `facts ${operation}` : service);
      return await down();
    };
    await using world = await startFlowWorld({ model: [act, act, act, final], services: paris, memory: 'full', call });
    await world.ask({ question: 'What?', conversation_id: 'c' });
    expect(calls.filter((service) => service === 'working-memory')).toHaveLength(1);
    expect(calls.filter((call) => call.startsWith('facts ')).toSorted()).toEqual([
      'facts get_profile',
      'facts list',
      'facts retrieve',
    ]);
  });
});

describe('section 7: memory as a step of provenance of its own', () => {
  const known: FlowWorldOptions['call'] = async (service, operation) => {
    if (operation === 'append') return { over_threshold: false };
    if (service === 'facts') return { facts: [{ id: 'fact_1', content: 'Anne lives in Oslo' }], receipt: null };
    if (service === 'episodes') return await down();
    const invocations = [
      { query: 'before', summary: 's', result: 'r', invocation_id: 'inv_0', timestamp: '2026-01-01T10:00:00Z' },
    ];
    return { summary: null, relevant_messages: [], recent_messages: [], other_messages: [], invocations, message_count: 0 };
  };

  test('stands after the question and before the first step, and off the chain that clients follow', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'full', call: known });
    const frames = await world.ask({ question: 'Where?', session_id: 'S', conversation_id: 'c' });
    expect(short(frames).filter((frame) => frame.startsWith('explain'))).toEqual([
      'explain U',
      'explain U/memory',
      'explain U/i1',
      'explain U/i1/observation',
      'explain U/final',
    ]);
    const memory = frames.find(({ explain_id }) => explain_id?.endsWith('/memory'));
    const said = memory?.explain_triples.map(({ p, o }) => `${p?.iri.replace(/.*[/#:]/, '')} ${o?.iri || o?.value}`);
    expect(said).toEqual([
      'type http://www.w3.org/ns/prov#Entity',
      'type https://trustgraph.ai/ns/Observation',
      'type urn:agent-mem:MemoryRetrieval',
      'label Memory',
      'wasDerivedFrom urn:trustgraph:agent:S',
      'document urn:trustgraph:agent:S/memory',
      'profile 0',
      'facts 1',
      'episodes 0',
      'conversation 1',
      expect.stringMatching(/^durationMs \d+$/),
      'recalled fact_1',
      'recalled inv_0',
      'missing episodes: unavailable: down',
    ]);
    expect(world.stored.find(({ metadata }) => metadata.id.endsWith('/memory'))?.triples).toEqual(memory?.explain_triples);
    const followers = frames.flatMap(({ explain_triples }) => explain_triples).filter(({ o }) => o?.iri.endsWith('/memory'));
    expect(followers.map(({ p }) => p?.iri)).toEqual(['https://trustgraph.ai/ns/document']);
  });

  test('has a text at the librarian that a person can read', async () => {
    await using world = await startFlowWorld({ model: [final], memory: 'full', call: known });
    await world.ask({ question: 'Where?', session_id: 'S', conversation_id: 'c' });
    expect(world.documents.find(({ id }) => id.endsWith('/memory'))).toEqual({
      id: 'urn:trustgraph:agent:S/memory',
      title: 'Agent Memory',
      text: 'Facts:\n- Anne lives in Oslo [fact_1]\nEpisodes: missing (unavailable: down)\nConversation:\n- turn: before → s → r (2026-01-01 10:00)',
    });
  });
});
