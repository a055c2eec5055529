import { type AgentResponse, OperationError, scopeOf, serviceTopic, topicUrl } from '@agent-mem/contract';
import { type ChatModel, scriptedChatModel } from '@agent-mem/llm';
import type { Bus } from '@agent-mem/messaging';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import type { Tool } from '../src/index.ts';
import { frameTexts, startAgentFleet } from './agent-fleet.ts';
import { mortal } from './mortal.ts';

const final = (text: string) => `Thought: done\nFinal Answer: ${text}`;
const hang = { hang: true } as const;
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** Counts its calls. */
function countingTool(): Tool & { readonly calls: () => number } {
  let calls = 0;
  return {
    name: 'Count',
    description: 'Counts',
    arguments: [],
    run: async () => `call ${++calls}`,
    calls: () => calls,
  };
}

describe('a repeat by the same idempotency key', () => {
  test('gets the same frames; nothing is done again', async () => {
    const chatModel = scriptedChatModel([final('a')]);
    await using fleet = await startAgentFleet({ chatModel });
    const first = await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' });
    const second = await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' });
    expect(second).toEqual(first);
    expect(second.at(-1)?.conversation_id).toMatch(/^conv_/);
    await fleet.settled();
    expect(fleet.events.filter(({ type }) => type === 'invocation-completed')).toHaveLength(1);
    expect(chatModel.requests).toHaveLength(1);
  });

  test('joins an invocation that still runs', async () => {
    const answer = Promise.withResolvers<string>();
    const chatModel = { ...scriptedChatModel([]), generate: vi.fn(() => answer.promise) };
    await using fleet = await startAgentFleet({ chatModel });
    const both = [1, 2].map(() => fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' }));
    await vi.waitFor(() => expect(chatModel.generate).toHaveBeenCalled());
    answer.resolve(final('a'));
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    expect(chatModel.generate).toHaveBeenCalledTimes(1);
  });

  test('at another instance waits for the one that runs it', async () => {
    const clock = turnedClock();
    const answer = Promise.withResolvers<string>();
    const slow = { ...scriptedChatModel([]), generate: vi.fn(() => answer.promise) };
    await using fleet = await startAgentFleet({ chatModel: slow, clock });
    const first = fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' });
    await vi.waitFor(() => expect(slow.generate).toHaveBeenCalled());
    const idle = scriptedChatModel([]);
    await fleet.anotherAgent({ chatModel: idle });
    // Members of one subscription share its messages by key; leaving the second alone makes it the one that is asked.
    const repeats = [1, 2, 3].map(() => fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' }));
    await clock.advance(1_000);
    answer.resolve(final('a'));
    await clock.advance(1_000);
    const last = (await first).at(-1);
    for (const frames of await Promise.all(repeats)) expect(frames.at(-1)).toEqual(last);
    expect(idle.requests).toHaveLength(0);
  });

  test('gets an answer where the journal was away for the first, which is told to ask again', async () => {
    await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([final('a')]) });
    const { keyValue } = fleet.ports;
    const list = keyValue.list.bind(keyValue);
    let isAway = true;
    vi.spyOn(keyValue, 'list').mockImplementation(async (scope, key) => {
      if (isAway && key.startsWith('agent/steps/')) throw new OperationError('unavailable', 'away');
      return await list(scope, key);
    });
    const first = (await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' })).at(-1);
    expect(first?.error).toMatchObject({ type: 'unavailable', retryable: true });
    isAway = false;
    const second = (await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' })).at(-1);
    expect([second?.answer, second?.invocation_id]).toEqual(['a', first?.invocation_id]);
    await fleet.settled();
    expect(fleet.events.filter(({ type }) => type === 'invocation-completed')).toHaveLength(1);
  });

  test('makes the calls of a turn that the journal did not take the first time, when none was made', async () => {
    const tool = countingTool();
    const chatModel = scriptedChatModel(['Thought: count\nAction: Count', 'Thought: count\nAction: Count', final('a')]);
    await using fleet = await startAgentFleet({ chatModel, tools: [tool] });
    const { keyValue } = fleet.ports;
    const set = keyValue.set.bind(keyValue);
    let isAway = true;
    vi.spyOn(keyValue, 'set').mockImplementation(async (scope, key, ...rest) => {
      if (isAway && key.startsWith('agent/turn/')) throw new OperationError('unavailable', 'away');
      return await set(scope, key, ...rest);
    });
    const first = (await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' })).at(-1);
    expect([first?.error?.type, tool.calls()]).toEqual(['unavailable', 0]);
    isAway = false;
    expect((await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' })).at(-1)?.answer).toBe('a');
    expect(tool.calls()).toBe(1);
  });

  test('with another body is refused', async () => {
    await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([final('a')]) });
    await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' });
    await expect(fleet.invoke({ question: 'other' }, { idempotencyKey: 'k' })).rejects.toMatchObject({
      type: 'already-exists',
      message: expect.stringContaining('idempotency_key'),
    });
  });

  test('after its time gets the answer that was finished meanwhile', async () => {
    const clock = turnedClock();
    const answer = Promise.withResolvers<string>();
    const chatModel = { ...scriptedChatModel([]), generate: vi.fn(() => answer.promise) };
    await using fleet = await startAgentFleet({ chatModel, clock });
    const first = fleet.invoke({ question: 'q' }, { idempotencyKey: 'k', timeoutMs: 5_000 });
    first.catch(() => undefined);
    await vi.waitFor(() => expect(chatModel.generate).toHaveBeenCalled());
    await clock.advance(5_000);
    await expect(first).rejects.toMatchObject({ type: 'deadline-exceeded' });
    answer.resolve(final('late'));
    expect((await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' })).at(-1)?.answer).toBe('late');
    expect(chatModel.generate).toHaveBeenCalledTimes(1);
  });
});

describe('cancel', () => {
  const begun = (fleet: Awaited<ReturnType<typeof startAgentFleet>>, requests: readonly unknown[]) => {
    const frames = fleet.invoke({ question: 'q', conversation_id: 'c', streaming: true });
    return vi.waitFor(() => expect(requests).toHaveLength(1)).then(() => frames);
  };

  test('ends the stream by an error that says so', async () => {
    const chatModel = scriptedChatModel([hang]);
    await using fleet = await startAgentFleet({ chatModel });
    const ids: string[] = [];
    vi.spyOn(fleet.ports.keyValue, 'acquire').mockImplementation(async (_scope, key) => {
      ids.push(key.replace('agent/lease/', ''));
      return { token: 1, expiresAt: 0 };
    });
    const frames = begun(fleet, chatModel.requests);
    await vi.waitFor(() => expect(chatModel.requests).toHaveLength(1));
    expect(await fleet.caller.call('agent', 'cancel', { id: ids[0] })).toEqual({ cancelled: true });
    expect((await frames).at(-1)).toMatchObject({
      type: 'error',
      content: 'cancelled',
      end_of_dialog: true,
      error: { type: 'cancelled' },
    });
    await fleet.settled();
    expect(fleet.events[0]?.data.invocation_completed).toMatchObject({ success: false, error: 'cancelled' });
  });

  test('of what does not run answers so', async () => {
    await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([]) });
    expect(await fleet.caller.call('agent', 'cancel', { id: 'nothing' })).toEqual({ cancelled: false });
  });

  test('by leaving the stream ends the invocation', async () => {
    const chatModel = scriptedChatModel([['Thought: one two three'], hang]);
    await using fleet = await startAgentFleet({ chatModel });
    for await (const _ of fleet.stream({ question: 'q', streaming: true })) break;
    await vi.waitFor(() =>
      expect(fleet.events[0]?.data.invocation_completed).toMatchObject({ success: false, error: 'cancelled' }),
    );
  });

  test('is not what a client does who leaves, but has a key to ask again by', async () => {
    const answer = Promise.withResolvers<string>();
    const chatModel = { ...scriptedChatModel([]), generate: vi.fn(() => answer.promise) };
    await using fleet = await startAgentFleet({ chatModel });
    const client = new AbortController();
    const first = fleet.invoke({ question: 'q' }, { idempotencyKey: 'k', signal: client.signal });
    first.catch(() => undefined);
    await vi.waitFor(() => expect(chatModel.generate).toHaveBeenCalled());
    client.abort();
    await expect(first).rejects.toMatchObject({ type: 'cancelled' });
    const repeat = fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' });
    answer.resolve(final('a'));
    expect((await repeat).at(-1)?.answer).toBe('a');
    expect(chatModel.generate).toHaveBeenCalledTimes(1);
  });

  test.each(['leaves', 'breaks'] as const)(
    '%s: what was said of the answer is in the conversation, marked as cut',
    async (how) => {
      const beginning: ChatModel['stream'] = async function* (_, { signal }) {
        yield final('The unicorn is in ');
        if (how === 'breaks') throw new OperationError('unavailable', 'broken');
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      };
      await using fleet = await startAgentFleet({ chatModel: { ...scriptedChatModel([]), stream: beginning } });
      for await (const { type } of fleet.stream({ question: 'Where?', conversation_id: 'c', streaming: true }))
        if (type === 'answer') break;
      await vi.waitFor(() => expect(fleet.events.some(({ type }) => type === 'invocation-completed')).toBe(true));
      await fleet.settled();
      const { messages } = await fleet.caller.call('conversations', 'history', { conversation_id: 'c' });
      expect(messages.map(({ role, content, metadata }) => [role, content, metadata.cut])).toEqual([
        ['user', 'Where?', undefined],
        ['assistant', expect.stringMatching(/^The unicorn is/), 'true'],
      ]);
    },
  );

  test('reaches the instance that runs it, between two steps', async () => {
    const tool = Promise.withResolvers<string>();
    const waiting: Tool = { name: 'Wait', description: '', arguments: [], run: vi.fn(() => tool.promise) };
    const chatModel = scriptedChatModel(['Action: Wait', final('a')]);
    await using fleet = await startAgentFleet({ chatModel, tools: [waiting] });
    const frames = fleet.invoke({ question: 'q', conversation_id: 'c' });
    await vi.waitFor(() => expect(waiting.run).toHaveBeenCalled());
    const invocationId = vi.mocked(waiting.run).mock.calls[0]?.[1].invocationId ?? '';
    const scope = scopeOf({ workspace: 'default', user: 'default', collection: 'default' });
    // As another instance notes it.
    await fleet.ports.keyValue.set(scope, `agent/cancel/${invocationId}`, String(Date.now()));
    tool.resolve('done');
    expect((await frames).at(-1)).toMatchObject({ type: 'error', content: 'cancelled' });
  });
});

describe('a crash', () => {
  test('leaves an invocation that the next instance takes up after the last step, once', async () => {
    const clock = turnedClock();
    await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([]), clock });
    await fleet.agent[Symbol.asyncDispose]();
    const tool = countingTool();
    const first = mortal(fleet.ports);
    const dyingModel = scriptedChatModel(['Thought: count\nAction: Count', hang]);
    await fleet.anotherAgent({ chatModel: dyingModel, tools: [tool], ports: first.ports });
    const lost = fleet.invoke({ question: 'q', conversation_id: 'c' }, { idempotencyKey: 'k', timeoutMs: 1_000 });
    lost.catch(() => undefined);
    await vi.waitFor(() => expect(dyingModel.requests).toHaveLength(2));
    first.kill();
    await clock.advance(1_000);
    await expect(lost).rejects.toMatchObject({ type: 'deadline-exceeded' });

    const chatModel = scriptedChatModel([final('a')]);
    await fleet.anotherAgent({ chatModel, tools: [tool] });
    // The lease of the dead one has to run out.
    await clock.advance(30_000);
    await vi.waitFor(() => expect(fleet.events.map(({ type }) => type)).toContain('invocation-completed'));
    expect(JSON.stringify(chatModel.requests[0]?.variables)).toContain('call 1');
    expect(tool.calls()).toBe(1);
    // The step of the one that died, and the answer of this one.
    const ended = await fleet.ports.keyValue.get(defaultScope, 'agent/invoke/k');
    expect(JSON.parse(ended?.value ?? '{}').frame.usage).toMatchObject([{ model: 'scripted', calls: 2 }]);
    const completed = fleet.events.filter(({ type }) => type === 'invocation-completed');
    expect(completed).toHaveLength(1);
    expect(completed[0]?.data.invocation_completed).toMatchObject({
      answer: 'a',
      success: true,
      steps: [{ observation: 'call 1' }, { thought: 'done', action: '' }],
    });
  });

  describe('is not noticed by who asked', () => {
    const replyTopic = { lane: 'reply', name: 'asker', persistent: true } as const;

    /** Asks as a client that only listens: everything that it is told. */
    async function ask({ ports: { bus } }: Awaited<ReturnType<typeof startAgentFleet>>) {
      const seen: { sequence: number; end: boolean; invoke: Partial<AgentResponse> }[] = [];
      await bus.subscribe(replyTopic, { name: 'asker', type: 'exclusive' }, async ({ payload, properties }) => {
        expect(properties).toEqual({ id: '1', traceparent });
        seen.push(JSON.parse(payload));
      });
      const payload = JSON.stringify({ invoke: { question: 'q', conversation_id: 'c' } });
      const properties = { id: '1', reply_to: topicUrl(replyTopic), traceparent };
      await bus.publish(serviceTopic('agent', 'command'), { payload, properties });
      return seen;
    }

    test.each([
      ['when it goes on after the last step', ['Thought: count\nAction: Count', hang]],
      ['when no step was taken', [hang]],
    ])('%s: its frames go on, up to one last', async (_when, answers) => {
      const clock = turnedClock();
      await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([]), clock });
      await fleet.agent[Symbol.asyncDispose]();
      const first = mortal(fleet.ports);
      const dyingModel = scriptedChatModel(answers);
      await fleet.anotherAgent({ chatModel: dyingModel, tools: [countingTool()], ports: first.ports });
      const seen = await ask(fleet);
      await vi.waitFor(() => expect(dyingModel.requests).toHaveLength(answers.length));
      const sent = seen.length;
      first.kill();
      await clock.advance(1_000);
      await fleet.anotherAgent({
        chatModel: scriptedChatModel(['Thought: again\nAction: Count', final('a')]),
        tools: [countingTool()],
      });
      await clock.advance(30_000);
      await vi.waitFor(() => expect(seen.at(-1)?.end).toBe(true));
      await fleet.ports.bus.settled();
      expect(seen.map(({ sequence }) => sequence)).toEqual([...seen.keys()]);
      expect(seen.filter(({ end }) => end)).toEqual([seen.at(-1)]);
      expect(seen[sent]?.invoke).toMatchObject({ type: 'thought', content: 'again' });
      expect(seen.at(-1)?.invoke).toMatchObject({ answer: 'a', end_of_dialog: true });
      expect(fleet.events.filter(({ type }) => type === 'invocation-completed')).toHaveLength(1);
    });

    test('when only its event and its end were left to be told', async () => {
      const clock = turnedClock();
      await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([]), clock });
      await fleet.agent[Symbol.asyncDispose]();
      const first = mortal(fleet.ports);
      const publish: Bus['publish'] = async (topic, ...message) => {
        if (topic.lane === 'event') first.kill();
        return first.ports.bus.publish(topic, ...message);
      };
      const bus = Object.create(first.ports.bus, { publish: { value: publish } });
      await fleet.anotherAgent({ chatModel: scriptedChatModel([final('a')]), ports: { ...first.ports, bus } });
      const seen = await ask(fleet);
      await clock.advance(1_000);
      expect(seen.some(({ end }) => end)).toBe(false);
      await fleet.anotherAgent({ chatModel: scriptedChatModel([]) });
      await clock.advance(30_000);
      await vi.waitFor(() => expect(seen.at(-1)).toMatchObject({ end: true, invoke: { answer: 'a' } }));
      expect(seen.map(({ sequence }) => sequence)).toEqual([...seen.keys()]);
    });

    test('nor is a stop: the next instance sends the end, and the only one', async () => {
      const clock = turnedClock();
      await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([hang]), clock });
      const seen = await ask(fleet);
      await clock.advance(1_000);
      const stopping = fleet.agent[Symbol.asyncDispose]();
      await clock.advance(15_000);
      await stopping;
      await fleet.anotherAgent({ chatModel: scriptedChatModel([final('a')]) });
      await clock.advance(5_000);
      await vi.waitFor(() => expect(fleet.events[0]?.data.invocation_completed?.answer).toBe('a'));
      await fleet.ports.bus.settled();
      expect(seen.filter(({ end }) => end)).toMatchObject([{ invoke: { answer: 'a' } }]);
    });

    test('a caller who is told to ask again gets no second end from the process that goes on', async () => {
      const clock = turnedClock();
      await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([final('a')]), clock });
      const { bus, keyValue } = fleet.ports;
      vi.spyOn(keyValue, 'list').mockRejectedValueOnce(new OperationError('unavailable', 'away'));
      const seen = await ask(fleet);
      await vi.waitFor(() => expect(seen.at(-1)?.end).toBe(true));
      await clock.advance(30_000);
      await vi.waitFor(() => expect(fleet.events[0]?.data.invocation_completed?.answer).toBe('a'));
      await bus.settled();
      expect(seen).toMatchObject([{ end: true, invoke: { error: { type: 'unavailable', retryable: true } } }]);
    });
  });

  test('between the journal and the event: the same ending is told, without the model', async () => {
    const clock = turnedClock();
    const chatModel = scriptedChatModel([final('a')]);
    await using fleet = await startAgentFleet({ chatModel, clock });
    const { bus } = fleet.ports;
    const publish = bus.publish.bind(bus);
    let isDown = true;
    vi.spyOn(bus, 'publish').mockImplementation(async (topic, message, options) => {
      if (topic.lane === 'event' && isDown) throw new OperationError('unavailable', 'the broker is down');
      return publish(topic, message, options);
    });
    const frames = await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' });
    const message = 'The answer could not be stored (the broker is down); ask again';
    expect(frames.at(-1)).toMatchObject({ type: 'error', error: { type: 'unavailable', message, retryable: true } });
    expect(fleet.events).toHaveLength(0);
    isDown = false;
    expect((await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' })).at(-1)?.answer).toBe('a');
    await clock.advance(10_000);
    await fleet.settled();
    expect(fleet.events.filter(({ type }) => type === 'invocation-completed')).toHaveLength(1);
    expect(chatModel.requests).toHaveLength(1);
  });

  test('is forgiven to an invocation that takes a step between two of them, and not to one that does not', async () => {
    const clock = turnedClock();
    await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([]), clock });
    await fleet.agent[Symbol.asyncDispose]();
    const tool = countingTool();
    const dies = async (answers: Parameters<typeof scriptedChatModel>[0]) => {
      const process = mortal(fleet.ports);
      const chatModel = scriptedChatModel(answers);
      await fleet.anotherAgent({ chatModel, tools: [tool], ports: process.ports });
      const lost = fleet.invoke({ question: 'q' }, { idempotencyKey: 'k', timeoutMs: 1_000 });
      lost.catch(() => undefined);
      await clock.advance(10_000);
      await vi.waitFor(() => expect(chatModel.requests).toHaveLength(answers.length));
      process.kill();
      await clock.advance(10_000);
    };
    for (let death = 0; death < 6; death += 1) await dies(['Thought: count\nAction: Count', hang]);
    for (let death = 0; death < 5; death += 1) await dies([hang]);
    expect(tool.calls()).toBe(6);
    await fleet.anotherAgent({ chatModel: scriptedChatModel([]), tools: [tool] });
    await clock.advance(10_000);
    await vi.waitFor(() => expect(fleet.events[0]?.data.invocation_completed?.error).toContain('got no further'));
  });

  test('of what is done nothing stays noted as unfinished', async () => {
    const clock = turnedClock();
    await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([final('a')]), clock });
    const last = (await fleet.invoke({ question: 'q' }, { idempotencyKey: 'k' })).at(-1);
    const { keyValue } = fleet.ports;
    const scope = scopeOf({ workspace: 'default', user: 'default', collection: 'default' });
    const note = `agent/unfinished/${last?.invocation_id}`;
    // As a repeat that met the end notes it.
    await keyValue.set(scope, note, 'k');
    await clock.advance(10_000);
    await vi.waitFor(async () => expect(await keyValue.get(scope, note)).toBeNull());
    expect(fleet.events.filter(({ type }) => type === 'invocation-completed')).toHaveLength(1);
  });

  test('a stop leaves the invocation to the next start', async () => {
    const clock = turnedClock();
    const hanging = scriptedChatModel([hang]);
    await using fleet = await startAgentFleet({ chatModel: hanging, clock });
    const frames = fleet.invoke({ question: 'q' }, { timeoutMs: 600_000 });
    await vi.waitFor(() => expect(hanging.requests).toHaveLength(1));
    const stopping = fleet.agent[Symbol.asyncDispose]();
    await clock.advance(15_000);
    await stopping;
    expect(fleet.events).toHaveLength(0);
    await fleet.anotherAgent({ chatModel: scriptedChatModel([final('a')]) });
    await clock.advance(5_000);
    await vi.waitFor(() => expect(fleet.events[0]?.data.invocation_completed?.answer).toBe('a'));
    expect((await frames).at(-1)?.answer).toBe('a');
  });
});

test('without memory nothing is read and nothing is written', async () => {
  const chatModel = scriptedChatModel(['Thought: count\nAction: Count', final('My wife is Anne, I heard')]);
  await using fleet = await startAgentFleet({ chatModel, tools: [countingTool()] });
  const { bus, keyValue, graph } = fleet.ports;
  const writes = [
    ...(['set', 'compareAndSet', 'append', 'delete', 'acquire', 'release'] as const).map((name) => vi.spyOn(keyValue, name)),
    vi.spyOn(graph, 'commit'),
  ];
  const published = vi.spyOn(bus, 'publish');
  const frames = await fleet.invoke(
    { question: 'My wife is Anne', conversation_id: 'c', enable_memory: false },
    { idempotencyKey: 'k' },
  );
  await fleet.settled();
  expect(frameTexts(frames)).toContain('observation: call 1');
  for (const write of writes) expect(write).not.toHaveBeenCalled();
  expect(new Set(published.mock.calls.map(([{ lane, name }]) => (lane === 'reply' ? lane : `${lane} ${name}`)))).toEqual(
    new Set(['command agent', 'reply']),
  );
  expect(chatModel.requests[0]?.variables).toMatchObject({ facts: [], tools: [{ name: 'Count' }], learns: false });
  const tiers = frames.at(-1)?.receipt?.tiers;
  for (const tier of Object.values(tiers ?? {})) expect(tier.error).toContain('memory is off for this invocation');
});
