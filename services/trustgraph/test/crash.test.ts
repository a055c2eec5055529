import { OperationError, scopeOf } from '@agent-mem/contract';
import { createMemoryKeyValue } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { type AgentRequest, agentRequestMessage, type FlowEntry, type LeftTo } from '@agent-mem/trustgraph';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { StepJournal } from '../src/flows/step-journal.ts';
import { act, final, says, spoken, startFlowWorld } from './flow-world.ts';

const queues = { request: 'request:tg:agent:w:f', response: 'response:tg:agent:w:f' };
const entry: FlowEntry = { workspace: 'w', flow: 'f', topics: queues, parameters: {} };
const step = {
  thought: 'look it up',
  action: 'kb',
  arguments: {},
  observation: 'Paris',
  step_type: '',
  plan: [],
  subagent_results: {},
};
const asked = (request: Partial<AgentRequest> = {}) =>
  agentRequestMessage.make({ question: 'What?', session_id: 'S', ...request });
/** Longer than a lease lasts. */
const tooLongMs = 13_000;

describe('a run whose instance is gone', () => {
  let clock: ReturnType<typeof turnedClock>;
  let keyValue: ReturnType<typeof createMemoryKeyValue>;
  beforeEach(() => {
    clock = turnedClock();
    keyValue = createMemoryKeyValue({ clock });
  });

  /** The journal of an instance that is about to die: nothing of it renews a lease. */
  const dying = (processorId = 'agent-mem', leftTo: LeftTo = 'others') => {
    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn(), child: () => log };
    return new StepJournal(
      { clock, keyValue, log },
      { processorId, policy: { sensitiveData: 'redact', personalData: 'allow' }, leftTo },
    );
  };
  const left = async () => (await Array.fromAsync(keyValue.entries('agent/dialogue/'))).length;
  /** An instance that starts after the crash. */
  const startAgain = (options: Parameters<typeof startFlowWorld>[0] = {}) =>
    startFlowWorld({ clock, keyValue, model: [final], services: { 'graph-rag': says('Paris') }, ...options });

  test('is gone on with once its lease is over, under its id and session, and ends once', async () => {
    await dying().record({ id: 'q1', request: asked({ history: [step] }) }, entry);
    await using world = await startAgain({ memory: 'full' });
    await clock.advance(2_000);
    expect(world.frames('q1')).toEqual([]);
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(world.frames('q1').at(-1)?.end_of_dialog).toBe(true);
    });
    expect(spoken(world.frames('q1'))).toEqual(['thought done.', 'answer Paris!']);
    expect(world.frames('q1').at(-1)?.message_id).toBe('urn:trustgraph:agent:S/final');
    await expect.poll(() => world.events).toHaveLength(1);
    await expect.poll(left).toBe(0);
    await clock.advance(tooLongMs);
    expect(world.frames('q1').filter(({ end_of_dialog }) => end_of_dialog)).toHaveLength(1);
    expect(world.counted).toContain('taken up agent-mem');
  });

  test('is taken up as version 0.1.0 has journaled it', async () => {
    const carried = {
      startedAt: '2026-03-01T09:00:00.000Z',
      steps: [{ arguments: '{}', success: true, duration_ms: 5, timestamp: '', from_memory: false, recalledIds: [] }],
      usage: { inTokens: 10, outTokens: 5, model: 'm1' },
      memory: null,
    };
    const request = { question: 'What?', session_id: 'S', state: '', history: [step], agent_mem: carried };
    const written = { processorId: 'agent-mem', workspace: 'w', flow: 'f', responseQueue: queues.response, id: 'q1' };
    const value = JSON.stringify({ ...written, request: agentRequestMessage.make(request), runs: 0, handedOnAt: null });
    // By processor, workspace, flow, id and session.
    const key = 'agent/dialogue/08e1db7c3a8c749fcf0d31a66e3ae188f17368e0545ff83b04ee3116d78c19e1';
    await keyValue.set(scopeOf({ workspace: 'w', user: 'default', collection: 'default' }), key, value);
    await using world = await startAgain();
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(world.frames('q1').at(-1)?.end_of_dialog).toBe(true);
    });
    expect(world.frames('q1').at(-1)).toMatchObject({ message_type: 'answer', content: 'Paris' });
    await expect.poll(left).toBe(0);
  });

  test('has one session from the first, so that taking it up tells the same to memory', async () => {
    const journaled = await dying().record({ id: 'q1', request: asked({ session_id: '' }) }, entry);
    await using world = await startAgain({ memory: 'full' });
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(world.frames('q1').at(-1)?.end_of_dialog).toBe(true);
    });
    expect(world.frames('q1')[0]?.explain_id).toBe(`urn:trustgraph:agent:${journaled?.request.session_id}`);
  });

  test('is taken up where its next step was lost on the way', async () => {
    const journaled = await dying().record({ id: 'q1', request: asked() }, entry);
    await journaled?.handOn(asked({ history: [step] }));
    await using world = await startAgain();
    await clock.advance(4_000);
    expect(world.frames('q1')).toEqual([]);
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(spoken(world.frames('q1'))).toEqual(['thought done.', 'answer Paris!']);
    });
  });

  test('was handed on to an instance with a journal of its own: then it is that one’s, and forgotten here', async () => {
    const journal = dying('agent-mem', 'next-start');
    const journaled = await journal.record({ id: 'q1', request: asked() }, entry);
    await journaled?.handOn(asked({ history: [step] }));
    await clock.advance(4_000);
    expect(await Array.fromAsync(journal.left())).toEqual([]);
    expect(await left()).toBe(1);
    await clock.advance(2_000);
    expect(await Array.fromAsync(journal.left())).toEqual([]);
    expect(await left()).toBe(0);
  });

  test('was handed on to an agent of another kind: then it is that one’s', async () => {
    const topics = { ...queues, next: 'request:tg:agent-manager:w:f' };
    const journaled = await dying().record({ id: 'q1', request: asked() }, { ...entry, topics });
    await journaled?.handOn(asked({ history: [step] }));
    expect(await left()).toBe(0);
  });

  test.each([
    [10_000, 1],
    [90_000, 0],
  ])(
    'that was handed on %i ms before its process starts again, without a shared store, is taken up %i times',
    async (ms, times) => {
      const journaled = await dying('agent-mem', 'next-start').record({ id: 'q1', request: asked() }, entry);
      await journaled?.handOn(asked({ history: [step] }));
      await clock.advance(ms);
      expect(await Array.fromAsync(dying('agent-mem', 'next-start').left())).toHaveLength(times);
      expect(await left()).toBe(times);
    },
  );

  test('is answered an error when it has ended its process again and again', async () => {
    for (let run = 0; run < 4; run += 1) {
      await dying().record({ id: 'q1', request: asked() }, entry);
      await clock.advance(tooLongMs);
    }
    await using world = await startAgain();
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(spoken(world.frames('q1'))).toEqual(['error The question was begun 4 times and got no further!']);
    });
    expect(await left()).toBe(0);
  });

  test('is answered an error when its flow has stopped meanwhile', async () => {
    await dying().record({ id: 'q1', request: asked() }, { ...entry, flow: 'gone' });
    await using world = await startAgain();
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(spoken(world.frames('q1'))).toEqual(['error The flow w/gone has stopped; ask again when it runs!']);
    });
    expect(await left()).toBe(0);
  });

  test('is written down without what is sensitive', async () => {
    await dying().record({ id: 'q1', request: asked({ question: 'My card is 4111 1111 1111 1111' }) }, entry);
    const [written] = await Array.fromAsync(keyValue.entries('agent/dialogue/'));
    expect(written?.value).toContain('My card is');
    expect(written?.value).not.toContain('4111 1111');
  });

  test('is its own processor’s', async () => {
    await dying('other').record({ id: 'q1', request: asked() }, entry);
    await using world = await startAgain();
    await clock.advance(tooLongMs);
    await clock.advance(tooLongMs);
    expect(world.frames('q1')).toEqual([]);
    expect(await left()).toBe(1);
  });
});

describe('a run that goes on', () => {
  test('keeps its lease however long it takes, and leaves nothing behind', async () => {
    const clock = turnedClock();
    const keyValue = createMemoryKeyValue({ clock });
    const answer = Promise.withResolvers<void>();
    const slow = { name: 'kb', description: 'd', arguments: [], run: async () => answer.promise.then(() => 'Paris') };
    await using world = await startFlowWorld({ clock, keyValue, tools: {}, ownTools: [slow as never], model: [act, final] });
    await world.send({ question: 'What?' });
    await vi.waitFor(() => expect(world.frames().length).toBeGreaterThan(1));
    await using other = await startFlowWorld({ clock, keyValue, tools: {}, model: [final] });
    for (let seconds = 0; seconds < 30; seconds += 1) await clock.advance(1_000);
    expect(other.frames()).toEqual([]);
    answer.resolve();
    await vi.waitFor(() => expect(world.frames().at(-1)?.end_of_dialog).toBe(true));
    await expect.poll(async () => (await Array.fromAsync(keyValue.entries('agent/dialogue/'))).length).toBe(0);
    expect(other.counted).toEqual([]);
  });

  test.each(['refuses', 'is silent'])('does so without its journal, when that %s', async (how) => {
    const clock = turnedClock();
    const keyValue = createMemoryKeyValue({ clock });
    const away = async (): Promise<never> => {
      if (how === 'is silent') await new Promise(() => undefined);
      throw new OperationError('unavailable', 'down');
    };
    const down = { ...keyValue, get: away, set: away, acquire: away, release: away, delete: away };
    await using world = await startFlowWorld({
      clock,
      keyValue: down,
      model: [act, final],
      services: { 'graph-rag': says('Paris') },
    });
    const frames = world.ask({ question: 'What?' });
    await vi.waitFor(async () => {
      await clock.advance(500);
      expect(world.frames().at(-1)?.end_of_dialog).toBe(true);
    });
    expect(spoken(await frames)).toEqual(['thought look it up.', 'observation Paris.', 'thought done.', 'answer Paris!']);
    expect(world.logged.join('\n')).toContain('the journal of runs is away');
  });

  test('is not taken up besides, when its journal was only late', async () => {
    const clock = turnedClock();
    const keyValue = createMemoryKeyValue({ clock });
    const late = Promise.withResolvers<void>();
    const slow: typeof keyValue = {
      ...keyValue,
      set: async (...written: Parameters<typeof keyValue.set>) => {
        await late.promise;
        await keyValue.set(...written);
      },
    };
    await using world = await startFlowWorld({ clock, keyValue: slow, model: () => final });
    await world.send({ question: 'What?' });
    await vi.waitFor(async () => {
      await clock.advance(500);
      expect(world.frames().at(-1)?.end_of_dialog).toBe(true);
    });
    late.resolve();
    await clock.advance(20_000);
    expect(await Array.fromAsync(keyValue.entries('agent/dialogue/'))).toEqual([]);
    expect(world.frames().filter(({ end_of_dialog }) => end_of_dialog)).toHaveLength(1);
    expect(world.counted).not.toContain('taken up agent-mem');
  });

  test('ends only once, though an instance that was taken for dead comes back', async () => {
    const clock = turnedClock();
    const keyValue = createMemoryKeyValue({ clock });
    await using world = await startFlowWorld({
      clock,
      keyValue,
      model: [act, 'silence'],
      services: { 'graph-rag': says('Paris') },
    });
    await world.send({ question: 'What?', session_id: 'S' });
    await vi.waitFor(() => expect(world.asked).toHaveLength(2));
    // Another instance has the lease.
    const [taken] = await Array.fromAsync(keyValue.entries('agent/dialogue/'));
    if (!taken) expect.unreachable();
    const acquire = vi.spyOn(keyValue, 'acquire').mockResolvedValue(null);
    await clock.advance(6_000);
    await world[Symbol.asyncDispose]();
    expect(acquire).toHaveBeenCalled();
    expect(world.frames().some(({ end_of_dialog }) => end_of_dialog)).toBe(false);
    expect(await Array.fromAsync(keyValue.entries('agent/dialogue/'))).toHaveLength(1);
  });
});
