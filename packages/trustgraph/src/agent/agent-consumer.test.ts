import { OperationError } from '@agent-mem/contract';
import { createMemoryTopics, type MemoryTopics } from '@agent-mem/messaging';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { agentRequestMessage, agentResponseMessage } from '../messages/agent.ts';
import type { AgentCall } from './agent-call.ts';
import { type AgentConsumerOptions, openAgentConsumer } from './agent-consumer.ts';

const requests = 'non-persistent://tg/request/agent:w:f';
const responses = 'non-persistent://tg/response/agent:w:f';
const queues = { request: 'request:tg:agent:w:f', next: 'request:tg:agent:w:f', response: 'response:tg:agent:w:f' };
const entry = { workspace: 'w', flow: 'f', topics: queues, parameters: {} };
const answer = { text: 'Paris', id: 'urn:final' };

describe('an agent’s consumer in a flow', () => {
  let topics: MemoryTopics;
  beforeEach(() => {
    topics = createMemoryTopics();
  });
  const open = (options: Partial<AgentConsumerOptions> = {}) =>
    openAgentConsumer({ topics, processorId: 'agent-mem', entry, handle: ({ reply }) => reply.finish(answer), ...options });
  async function ask(payload: string, properties: Record<string, string> = { id: 'q1' }) {
    await using producer = await topics.produce(requests);
    await producer.send({ payload, properties });
  }
  const frames = () =>
    topics.sent
      .filter(({ topic }) => topic === responses)
      .map(({ payload, properties }) => ({ id: properties.id, ...agentResponseMessage.decode(payload) }));

  it('subscribes as TrustGraph’s agents do, and no longer when it is closed', async () => {
    const consumer = await open();
    expect(topics.subscriptions(requests)).toEqual(['agent-mem--w--f--request']);
    await consumer[Symbol.asyncDispose]();
    expect(topics.subscriptions(requests)).toEqual([]);
  });

  it('echoes the id, also where there is none', async () => {
    await using _consumer = await open();
    await ask('{"question":"What?"}');
    await ask('{"question":"What?"}', {});
    await vi.waitFor(() => expect(frames()).toHaveLength(2));
    expect(frames().map(({ id, content }) => [id, content])).toEqual([
      ['q1', 'Paris'],
      ['unknown', 'Paris'],
    ]);
  });

  it('takes requests with nulls, gaps, partial steps and what it does not know', async () => {
    const calls: AgentCall[] = [];
    await using _consumer = await open({ handle: async (call) => void calls.push(call) });
    await ask(
      '{"question":"What?","state":null,"group":null,"history":[{"action":"kb","arguments":{"n":3}}],"enable_memory":true}',
    );
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.request).toMatchObject({
      state: '',
      group: null,
      collection: 'default',
      history: [{ thought: '', action: 'kb', arguments: { n: '3' }, observation: '', plan: [] }],
      enable_memory: true,
    });
  });

  it('answers a malformed request with an error that names the member', async () => {
    await using _consumer = await open();
    await ask('{"question":5}');
    await vi.waitFor(() => expect(frames()).toHaveLength(1));
    expect(frames()).toMatchObject([
      { message_type: 'error', content: 'AgentRequest.question: must be a string, got 5', end_of_dialog: true },
    ]);
  });

  it.each([
    ['empty', { type: 'agent-error', message: '' }],
    ['text', { type: 'agent-error', message: 'no broker' }],
    ['none', null],
  ] as const)('ends a run that fails with the words in the frame and the error %s', async (errors, error) => {
    await using _consumer = await open({
      errors,
      handle: () => Promise.reject(new OperationError('unavailable', 'no broker')),
    });
    await ask('{"question":"What?"}');
    await vi.waitFor(() => expect(frames()).toHaveLength(1));
    expect(frames()).toMatchObject([
      { message_type: 'error', content: 'no broker', end_of_message: true, end_of_dialog: true, error },
    ]);
  });

  it('keeps what it does not know the cause of to its log', async () => {
    const warn = vi.fn();
    await using _consumer = await open({ log: { info: () => {}, warn }, handle: () => Promise.reject(new Error('secret path')) });
    await ask('{}');
    await vi.waitFor(() => expect(frames()).toHaveLength(1));
    expect(frames()[0]?.content).not.toContain('secret');
    expect(warn).toHaveBeenCalledOnce();
  });

  it('works on so many at once, lets so many wait, and tells the rest', async () => {
    const release = Promise.withResolvers<void>();
    const begun: string[] = [];
    await using consumer = await open({
      concurrency: 2,
      maxWaiting: 1,
      async handle({ id, reply }) {
        begun.push(id);
        await release.promise;
        await reply.finish(answer);
      },
    });
    for (const id of ['a', 'b', 'c', 'd']) await ask('{}', { id });
    await vi.waitFor(() => expect(frames()).toHaveLength(1));
    expect(frames()).toMatchObject([{ id: 'd', message_type: 'error', end_of_dialog: true }]);
    expect([begun, consumer.size]).toEqual([['a', 'b'], 3]);
    release.resolve();
    await vi.waitFor(() => expect(frames()).toHaveLength(4));
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('ends what is in work and what waits when the flow stops, each once', async () => {
    const signals: AbortSignal[] = [];
    const consumer = await open({
      concurrency: 1,
      async handle({ signal, reply }) {
        signals.push(signal);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
        await reply.finish(answer);
      },
    });
    for (const id of ['a', 'b']) await ask('{}', { id });
    await vi.waitFor(() => expect(consumer.size).toBe(2));
    await consumer[Symbol.asyncDispose]();
    expect(frames().map(({ id, content, end_of_dialog }) => [id, content, end_of_dialog])).toEqual([
      ['b', 'The flow w/f has stopped; ask again when it runs', true],
      ['a', 'The flow w/f has stopped; ask again when it runs', true],
    ]);
    expect(signals).toHaveLength(1);
  });

  it('ends a step that is on its way back when the flow stops, once, and hands on nothing after it', async () => {
    const isStopping = Promise.withResolvers<void>();
    const slow = slowQueue(topics, requests);
    const consumer = await open({
      topics: slow.topics,
      async handle({ id, request, next }) {
        if (id === 'late') await isStopping.promise;
        slow.hold();
        await next({ ...request, history: [emptyStep] });
      },
    });
    await ask('{}', { id: 'late' });
    await ask('{}', { id: 'early' });
    await vi.waitFor(() => expect(consumer.size).toBe(1));
    const stopped = consumer[Symbol.asyncDispose]();
    isStopping.resolve();
    await vi.waitFor(() => expect(frames()).toHaveLength(1));
    slow.release();
    await stopped;
    expect(frames().map(({ id, end_of_dialog }) => [id, end_of_dialog])).toEqual([
      ['late', true],
      ['early', true],
    ]);
    expect(topics.sent.filter(({ topic }) => topic === requests).map(({ properties }) => properties.id)).toEqual([
      'late',
      'early',
      'early',
    ]);
  });

  it.each([
    ['within a time, which is another instance’s', 1],
    ['where a journal tells whose it is', 0],
  ])('is silent about a step that does not come back, %s', async (_, returnMs) => {
    const handedOn = Promise.withResolvers<void>();
    const slow = slowQueue(topics, requests);
    const consumer = await open({
      topics: slow.topics,
      returnMs,
      handle: async ({ request, next }) => {
        slow.hold();
        handedOn.resolve(next({ ...request, history: [emptyStep] }));
      },
    });
    await ask('{}');
    await handedOn.promise;
    await consumer[Symbol.asyncDispose]();
    expect(frames()).toEqual([]);
  });

  it('hands a step on under the same id, with what is ours in it', async () => {
    const questions: unknown[] = [];
    await using _consumer = await open({
      async handle({ request, next, reply }) {
        questions.push(request);
        if (request.history.length > 0) return reply.finish(answer);
        const step = { ...request, history: [{ ...emptyStep, action: 'kb', observation: 'Paris' }], conversation_id: 'c1' };
        await next({ ...step, ...{ agent_mem: { trace: ['kept'] } } });
      },
    });
    await ask('{"question":"What?"}');
    await vi.waitFor(() => expect(frames()).toHaveLength(1));
    expect(frames()[0]).toMatchObject({ id: 'q1', content: 'Paris' });
    expect(questions[1]).toMatchObject({ conversation_id: 'c1', agent_mem: { trace: ['kept'] }, history: [{ action: 'kb' }] });
  });

  it('hands on to the queue of its questions when the flow names none for the next step', async () => {
    const { next: _, ...others } = queues;
    await using _consumer = await open({
      entry: { ...entry, topics: others },
      handle: ({ next, request, reply }) =>
        request.history.length === 0 ? next({ ...request, history: [emptyStep] }) : reply.finish(answer),
    });
    await ask('{}');
    await vi.waitFor(() => expect(frames()).toMatchObject([{ id: 'q1', content: 'Paris', end_of_dialog: true }]));
  });

  describe('keeps each step', () => {
    /** What was done to the steps that were stored, in order, beside what was sent. */
    const reported: string[] = [];
    const journal: AgentConsumerOptions['journal'] = async ({ id, request }) => {
      reported.push(`kept ${id}/${request.history.length}`);
      return {
        request: { ...request, session_id: 's1' },
        handOn: async (next) => void reported.push(`handed on ${id}/${next.history.length} ${sent()}`),
        isOurs: async () => !reported.includes('lost'),
        over: async () => void reported.push(`over ${id}/${request.history.length} ${sent()}`),
        leftTo: 'others',
        leave: async () => void reported.push(`left ${id}/${request.history.length}`),
      };
    };
    const sent = () => topics.sent.length;
    beforeEach(() => {
      reported.length = 0;
    });

    it('before it waits, the next one before it is sent, and until its end', async () => {
      const sessions: string[] = [];
      await using _consumer = await open({
        journal,
        async handle({ request, next, reply }) {
          sessions.push(request.session_id);
          if (request.history.length === 0) await next({ ...request, history: [emptyStep] });
          else await reply.finish(answer);
        },
      });
      await ask('{}');
      await vi.waitFor(() => expect(reported).toHaveLength(5));
      // Of the messages sent the first is the question, the second the next step, the third its answer.
      expect(reported.filter((each) => !each.startsWith('over q1/0'))).toEqual([
        'kept q1/0',
        'handed on q1/1 1',
        'kept q1/1',
        'over q1/1 3',
      ]);
      expect(sessions).toEqual(['s1', 's1']);
    });

    it('also those that wait, which are over when the flow stops', async () => {
      const consumer = await open({ journal, concurrency: 1, handle: () => new Promise(() => {}) });
      await ask('{}', { id: 'q1' });
      await ask('{}', { id: 'q2' });
      await vi.waitFor(() => expect(reported).toEqual(['kept q1/0', 'kept q2/0']));
      await consumer[Symbol.asyncDispose]();
      expect(reported.slice(2)).toEqual(['over q2/0 4', 'over q1/0 4']);
      expect(frames().map(({ id, end_of_dialog }) => [id, end_of_dialog])).toEqual([
        ['q2', true],
        ['q1', true],
      ]);
    });

    it('drops what somebody else has, and is silent about what somebody else has taken up', async () => {
      const handled: string[] = [];
      await using consumer = await open({
        journal: async (step) => (step.id === 'theirs' ? null : await (journal?.(step) ?? null)),
        async handle({ id, reply }) {
          handled.push(id);
          await reply.finish(answer);
        },
      });
      await ask('{}', { id: 'theirs' });
      await ask('{}', { id: 'ours' });
      await vi.waitFor(() => expect(frames()).toHaveLength(1));
      reported.push('lost');
      consumer.take({ id: 'taken-up', request: agentRequestMessage.decode('{}') });
      await vi.waitFor(() => expect(reported.at(-1)).toBe('over taken-up/0 3'));
      expect(handled).toEqual(['ours', 'taken-up']);
      expect(frames().map(({ id }) => id)).toEqual(['ours']);
    });
  });
});

const emptyStep = agentRequestMessage.decode('{"history":[{}]}').history[0] ?? expect.unreachable();

/** Topics one of which can be made to hold its messages back. */
function slowQueue(topics: MemoryTopics, topic: string) {
  let held: (() => void)[] | null = null;
  const consume: MemoryTopics['consume'] = (name, options, receive) =>
    topics.consume(name, options, (message) => {
      if (name === topic && held) held.push(() => receive(message));
      else receive(message);
    });
  return {
    topics: { ...topics, produce: topics.produce.bind(topics), consume },
    hold() {
      held ??= [];
    },
    release() {
      const messages = held ?? [];
      held = null;
      for (const message of messages) message();
    },
  };
}
