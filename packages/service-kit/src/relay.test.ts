import type { Event } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { eventOf, memoryPorts, recordedLog, scope } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { holdParts } from './held-parts.ts';
import { relayGroup, startRelay } from './relay.ts';

const { log } = recordedLog();

function fact(id: string): Event {
  return eventOf({ id, type: 'fact-stored', data: { fact_stored: { fact_id: id } } });
}

/** A relay over a memory graph, with what it published. */
function relaying(publish?: (event: Event) => Promise<void>) {
  const clock = turnedClock();
  const { graph } = memoryPorts({ clock });
  const published: string[] = [];
  const commit = (...ids: string[]) => graph.commit(scope, { events: ids.map(fact) });
  const parts = holdParts({ graph, owner: 'only', groups: [relayGroup], clock, log });
  const start = () =>
    startRelay({
      graph,
      parts,
      clock,
      log,
      publish: async (event) => {
        await publish?.(event);
        published.push(event.id);
      },
    });
  return { clock, graph, parts, published, commit, start };
}

test('committed events are published in the order of their commits, and once', async () => {
  const { graph, published, commit, start } = relaying();
  await using relay = start();
  await commit('a', 'b');
  await commit('c');
  await relay.settled();
  expect(published).toEqual(['a', 'b', 'c']);
  expect(await graph.outbox(10)).toEqual([]);
});

test('what was committed before the start is published at the start', async () => {
  const { published, commit, start } = relaying();
  await commit('a');
  await using relay = start();
  await relay.settled();
  expect(published).toEqual(['a']);
});

test('a bus that is down is tried again, and nothing is skipped', async () => {
  let isDown = true;
  const publish = vi.fn(async () => {
    if (isDown) throw new Error('no broker');
  });
  const { clock, published, commit, start } = relaying(publish);
  await using relay = start();
  await commit('a', 'b');
  await vi.waitFor(() => expect(publish).toHaveBeenCalled());
  isDown = false;
  await clock.advance(60_000);
  await relay.settled();
  expect(published).toEqual(['a', 'b']);
});

test('a bus that stays down is tried at growing intervals, up to ten seconds, and at once again after it took an event', async () => {
  let isDown = true;
  const triedAt: number[] = [];
  const { clock, published, commit, start } = relaying(async () => {
    triedAt.push(clock.now());
    if (isDown) throw new Error('no broker');
  });
  const intervals = () => triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0));
  await using relay = start();
  await commit('a');
  for (let second = 0; second < 60; second += 1) await clock.advance(1_000);
  expect(intervals()).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000, 10_000]);
  isDown = false;
  await clock.advance(10_000);
  await relay.settled();
  expect(published).toEqual(['a']);
  isDown = true;
  triedAt.length = 0;
  await commit('b');
  await clock.advance(400);
  expect(intervals()).toEqual([100, 200]);
});

test('what is committed while the bus is down makes no trial of its own', async () => {
  const publish = vi.fn(async () => {
    if (publish.mock.calls.length === 1) await commit('b');
    throw new Error('no broker');
  });
  const { clock, commit, start } = relaying(publish);
  await using _ = start();
  await commit('a');
  await clock.advance(99);
  expect(publish).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  expect(publish).toHaveBeenCalledTimes(2);
});

test('what is committed while the relay looks for the last time is waited for', async () => {
  const { clock, graph, parts, published, commit } = relaying();
  let isCommitted = false;
  const claim: typeof parts.claim = async (...asked) => {
    const claimed = await parts.claim(...asked);
    if (claimed.items.length > 0 || isCommitted) return claimed;
    isCommitted = true;
    await commit('b');
    return claimed;
  };
  await using relay = startRelay({
    graph,
    parts: { ...parts, claim },
    clock,
    log,
    publish: async (event) => void published.push(event.id),
  });
  await relay.settled();
  expect(published).toEqual(['b']);
});

test('a conversation whose event cannot be published holds up no other, and keeps its order', async () => {
  let isDown = true;
  const { clock, graph, published, start } = relaying(async (event) => {
    if (isDown && event.conversation_id === 'stuck') throw new Error('too large for now');
  });
  const said = (id: string, conversation_id: string) => ({ ...fact(id), conversation_id });
  await graph.commit(scope, { events: [said('a1', 'stuck'), said('b1', 'free'), said('a2', 'stuck'), said('b2', 'free')] });
  await using relay = start();
  await vi.waitFor(async () => expect((await graph.outbox(10)).map(({ event }) => event.id)).toEqual(['a1', 'a2']));
  expect(published).toEqual(['b1', 'b2']);
  isDown = false;
  await clock.advance(60_000);
  await relay.settled();
  expect(published).toEqual(['b1', 'b2', 'a1', 'a2']);
});

test('what another process left is found without being told', async () => {
  const { clock, graph, parts, published, commit } = relaying();
  const deaf = { ...graph, outbox: graph.outbox.bind(graph), markPublished: graph.markPublished.bind(graph) };
  await using relay = startRelay({
    graph: { ...deaf, onOutbox: () => ({ [Symbol.dispose]() {} }) },
    parts,
    clock,
    log,
    publish: async (event) => void published.push(event.id),
  });
  await relay.settled();
  await commit('a');
  await clock.advance(5_000);
  await vi.waitFor(() => expect(published).toEqual(['a']));
});

test('disposing leaves the rest in the outbox', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { graph, commit, start } = relaying(() => held);
  const relay = start();
  await commit('a', 'b');
  const disposed = relay[Symbol.asyncDispose]();
  release();
  await disposed;
  expect((await graph.outbox(10)).map(({ event }) => event.id)).toContain('b');
});

test('what a bus that is away never takes is given up by the signal, and stays in the outbox', async () => {
  const { clock, graph, parts, commit } = relaying();
  const stop = new AbortController();
  const publish = vi.fn((_event: Event, _signal: AbortSignal) => new Promise<void>(() => undefined));
  const relay = startRelay({ graph, parts, clock, log, publish, signal: stop.signal });
  await commit('a');
  await vi.waitFor(() => expect(publish).toHaveBeenCalled());
  const disposed = relay[Symbol.asyncDispose]();
  stop.abort();
  await disposed;
  expect(publish.mock.calls[0]?.[1].aborted).toBe(true);
  expect((await graph.outbox(10)).map(({ event }) => event.id)).toEqual(['a']);
});
