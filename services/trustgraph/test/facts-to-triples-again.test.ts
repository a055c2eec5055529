import { openAccess } from '@agent-mem/access';
import { completeEvent, OperationError } from '@agent-mem/contract';
import { createMemoryBus, createMemoryTopics, publishEvent } from '@agent-mem/messaging';
import { readConfig } from '@agent-mem/runtime';
import { turnedClock } from '@agent-mem/testing';
import type { AgentServer } from '@agent-mem/trustgraph';
import { expect, test, vi } from 'vitest';
import { variables } from '../src/config.ts';
import { factWriter, type WriteFactsOptions } from '../src/facts-to-triples.ts';

const fact = {
  id: 'fact_1',
  content: 'Anne is a vet',
  status: 'ACTIVE',
  visibility: 'scope',
  timestamp: '2026-05-07T09:30:00.000Z',
};
const event = completeEvent({
  id: 'fact-stored:1',
  type: 'fact-stored',
  workspace: 'w',
  user: 'default',
  collection: 'col',
  conversation_id: 'c1',
  timestamp: '2026-05-07T09:30:00.000Z',
  data: { fact_stored: { fact_id: 'fact_1' } },
});

/** One bus, and the processes that write facts, one after another. */
function world() {
  const clock = turnedClock();
  const bus = createMemoryBus({ clock, random: () => 0 });
  const topics = createMemoryTopics();
  const entry = {
    workspace: 'w',
    flow: 'f',
    topics: { 'triples-store': 'flow:tg:triples-store:w:f' },
    parameters: { 'facts-to-triples': 'true' },
  };
  /** @param get answers what the facts service does. */
  const process = async (get: () => Promise<unknown>) => {
    const draining = new AbortController();
    const running = [{ entry, settings: () => ({}) }];
    const asked: unknown[] = [];
    const call = async (...request: readonly unknown[]) => {
      asked.push(request);
      return await get();
    };
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const writer = factWriter({
      // As far as facts are written with them.
      context: {
        ...{ bus, caller: { call }, config: readConfig(variables, {}) },
        ...{ draining: draining.signal, log, tokenAccess: openAccess },
      } as unknown as WriteFactsOptions['context'],
      processorId: 'agent-mem',
      configTypes: [],
      server: { running } as unknown as AgentServer,
      topics,
    });
    // One that fails is followed by another.
    await Promise.allSettled([writer.look()]);
    return {
      asked,
      look: () => writer.look(),
      /** The process begins to stop, and its flows close. */
      drain() {
        draining.abort(new OperationError('unavailable', 'The service is stopping'));
        running.length = 0;
      },
      [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose](),
    };
  };
  const written = () => topics.sent.map(({ topic }) => topic);
  /** Events that come again have their time. */
  const until = (condition: () => void) =>
    vi.waitFor(async () => {
      await clock.advance(5_000);
      condition();
    });
  const untilWritten = () => until(() => expect(written()).toEqual(['persistent://tg/flow/triples-store:w:f']));
  return { bus, topics, process, until, untilWritten, written };
}

const never = () => new Promise<never>(() => undefined);

test('a fact that processes were reading as they stopped is written by the next one, however many stopped', async () => {
  const { bus, process, until, untilWritten } = world();
  await using _ = bus;
  for (let stops = 0; stops < 7; stops += 1) {
    const stopping = await process(never);
    if (stops === 0) await publishEvent(bus, event);
    await until(() => expect(stopping.asked).toHaveLength(1));
    stopping.drain();
    await stopping[Symbol.asyncDispose]();
  }
  await using _next = await process(async () => ({ fact }));
  await untilWritten();
});

test('a fact that is stored while a process stops, whose flows are closed, is written by the next one', async () => {
  const { bus, process, untilWritten, written } = world();
  await using _ = bus;
  const stopping = await process(async () => ({ fact }));
  stopping.drain();
  await publishEvent(bus, event);
  await stopping[Symbol.asyncDispose]();
  expect([stopping.asked, written()]).toEqual([[], []]);
  await using _next = await process(async () => ({ fact }));
  await untilWritten();
});

test('a fact whose queue cannot be opened at first is written when it can', async () => {
  const { bus, topics, process, untilWritten } = world();
  await using _ = bus;
  vi.spyOn(topics, 'produce').mockRejectedValueOnce(new OperationError('unavailable', 'no broker'));
  await using _process = await process(async () => ({ fact }));
  await publishEvent(bus, event);
  await untilWritten();
});

test('a process that could not listen for facts listens from its next look on', async () => {
  const { bus, process, untilWritten } = world();
  await using _ = bus;
  vi.spyOn(bus, 'subscribe').mockRejectedValueOnce(new OperationError('unavailable', 'no broker'));
  await using listening = await process(async () => ({ fact }));
  await listening.look();
  await publishEvent(bus, event);
  await untilWritten();
});

test('a fact that its flow may not see comes no more, and the next one is written', async () => {
  const { bus, process, until, untilWritten } = world();
  await using _ = bus;
  let isHidden = true;
  await using one = await process(async () => {
    if (isHidden) throw new OperationError('permission-denied', 'not for this flow');
    return { fact };
  });
  await publishEvent(bus, event);
  await until(() => expect(one.asked).toHaveLength(1));
  await bus.settled();
  isHidden = false;
  await publishEvent(bus, { ...event, id: 'fact-stored:2' });
  await untilWritten();
  expect(one.asked).toHaveLength(2);
});
