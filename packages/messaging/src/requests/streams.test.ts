import { OperationError, serviceTopic, systemClock } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Bus, type Caller, createCaller, createMemoryBus, type Delivery, type Reply } from '../index.ts';

let bus: Bus;
let caller: Caller;
let commands: Delivery[];

beforeEach(async () => {
  bus = createMemoryBus();
  caller = await createCaller(bus, { clientId: 'test', clock: systemClock });
  commands = [];
  await bus.subscribe(serviceTopic('agent', 'command'), { name: 'agent', type: 'shared' }, async (delivery) => {
    commands.push(delivery);
  });
});

afterEach(async () => {
  await caller[Symbol.asyncDispose]();
  await bus[Symbol.asyncDispose]();
});

function frame(sequence: number, end = false): Reply {
  return { invoke: { type: 'thought', content: `f${sequence}` }, error: null, sequence, end };
}

/** Answers the invocation with these, in this order, once it has come. */
async function answer(...frames: Reply[]): Promise<void> {
  await vi.waitFor(() => expect(commands.length).toBeGreaterThan(0));
  const id = commands[0]?.properties.id ?? '';
  for (const reply of frames) {
    await bus.publish({ lane: 'reply', name: 'test', persistent: false }, { payload: JSON.stringify(reply), properties: { id } });
    await bus.settled();
  }
}

async function contents(frames: AsyncIterable<{ content: string }>): Promise<string[]> {
  const all: string[] = [];
  for await (const { content } of frames) all.push(content);
  return all;
}

describe('a stream', () => {
  it('has its frames in order and each once, however they come', async () => {
    const read = contents(caller.stream('agent', 'invoke', { question: 'who?' }));
    await answer(frame(2), frame(0), frame(0), frame(3, true), frame(2), frame(1), frame(4));
    expect(await read).toEqual(['f0', 'f1', 'f2', 'f3']);
    expect(commands).toHaveLength(1);
  });

  it('ends with the error that a frame brings, after those before it', async () => {
    const seen: string[] = [];
    const read = (async () => {
      for await (const { content } of caller.stream('agent', 'invoke', { question: 'who?' })) seen.push(content);
    })();
    const ended = expect(read).rejects.toMatchObject({ type: 'internal', message: 'broken' });
    await answer(frame(0), { error: { type: 'internal', message: 'broken', retryable: false }, sequence: 1, end: true });
    await ended;
    expect(seen).toEqual(['f0']);
  });

  it('ends with an error that has no place in it', async () => {
    const read = contents(caller.stream('agent', 'invoke', { question: 'who?' }));
    const ended = expect(read).rejects.toMatchObject({ type: 'unavailable' });
    await answer({ error: { type: 'unavailable', message: 'stopping', retryable: true } });
    await ended;
  });

  it('ends with the last frame alone when a repeat is answered what was kept', async () => {
    const read = contents(caller.stream('agent', 'invoke', { question: 'who?' }));
    await answer(frame(0), frame(1), { ...frame(0, true), invoke: { content: 'the answer' } });
    expect(await read).toEqual(['f0', 'f1', 'the answer']);
  });

  it('answers a plain call with its last frame', async () => {
    const last = caller.call('agent', 'invoke', { question: 'who?' });
    await answer(frame(0), frame(1), frame(2, true));
    expect(await last).toMatchObject({ content: 'f2' });
  });

  it('is cancelled at the service by who leaves it early, and by who aborts it', async () => {
    const left = (async () => {
      for await (const _ of caller.stream('agent', 'invoke', { question: 'who?', user: 'u1' })) break;
    })();
    await answer(frame(0));
    await left;
    const stop = new AbortController();
    const aborted = contents(caller.stream('agent', 'invoke', { question: 'who?' }, { signal: stop.signal }));
    await vi.waitFor(() => expect(commands).toHaveLength(3));
    stop.abort();
    await expect(aborted).rejects.toMatchObject({ type: 'cancelled' });
    await vi.waitFor(() => expect(commands).toHaveLength(4));
    const [first, cancelFirst, second, cancelSecond] = commands;
    expect(JSON.parse(cancelFirst?.payload ?? '')).toEqual({ cancel: { id: first?.properties.id, user: 'u1' } });
    expect(JSON.parse(cancelSecond?.payload ?? '')).toEqual({ cancel: { id: second?.properties.id } });
    expect(cancelFirst?.properties.reply_to).toBeUndefined();
  });

  it.each([
    ['is cancelled at the service by a caller that gives it up', 'cancelled', 2],
    ['goes on at the service when the process of its caller stops', 'unavailable', 1],
  ] as const)('%s', async (_, type, published) => {
    const stop = new AbortController();
    const aborted = contents(caller.stream('agent', 'invoke', { question: 'who?' }, { signal: stop.signal }));
    await vi.waitFor(() => expect(commands).toHaveLength(1));
    stop.abort(new OperationError(type, 'It is over'));
    await expect(aborted).rejects.toBeInstanceOf(Error);
    await bus.settled();
    expect(commands).toHaveLength(published);
  });

  it('that has a key of its caller goes on when he leaves: he may come back for it', async () => {
    const left = (async () => {
      for await (const _ of caller.stream('agent', 'invoke', { question: 'who?' }, { idempotencyKey: 'k' })) break;
    })();
    await answer(frame(0));
    await left;
    await bus.settled();
    expect(commands).toHaveLength(1);
  });

  it('is asked for again only after a silence: while its frames come it is not', async () => {
    const clock = turnedClock();
    const patient = await createCaller(bus, { clientId: 'test-patient', clock, random: () => 0 });
    const read = contents(patient.stream('agent', 'invoke', { question: 'who?' }, { timeoutMs: 60_000 }));
    await clock.advance(4_000);
    const send = (reply: Reply) => {
      const properties = { id: commands[0]?.properties.id ?? '' };
      return bus.publish(
        { lane: 'reply', name: 'test-patient', persistent: false },
        { payload: JSON.stringify(reply), properties },
      );
    };
    await send(frame(0));
    await clock.advance(4_000);
    expect(commands).toHaveLength(1);
    await clock.advance(6_000);
    expect(commands).toHaveLength(2);
    expect(commands[1]?.properties).toEqual(commands[0]?.properties);
    for (const reply of [frame(0), frame(1), frame(2, true)]) await send(reply);
    expect(await read).toEqual(['f0', 'f1', 'f2']);
    await patient[Symbol.asyncDispose]();
  });

  it('that was read to its end is not cancelled', async () => {
    const read = contents(caller.stream('agent', 'invoke', { question: 'who?' }));
    await answer(frame(0, true));
    await read;
    await bus.settled();
    expect(commands).toHaveLength(1);
  });
});
