import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@agent-mem/contract';
import { createLogger } from '@agent-mem/runtime';
import { type PartOwners, partCount, partOf, type WaitingNode, type WorkQueue } from '@agent-mem/storage';
import { storedNode, turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { describe, expect, it, vi } from 'vitest';
import { holdParts } from './held-parts.ts';

it('a stop does not wait for a renewal that a store leaves unanswered, once it may wait no more', async () => {
  const clock = turnedClock();
  const hold = vi.fn(() => new Promise<never>(() => {}));
  const graph: WorkQueue = { hold, claim: async () => [], release: async () => {} };
  const stop = new AbortController();
  const parts = holdParts({
    graph,
    owner: 'one',
    groups: ['facts'],
    clock,
    log: createLogger({ level: 'silent' }),
    signal: stop.signal,
  });
  await clock.advance(2_000);
  expect(hold).toHaveBeenCalledOnce();
  const closed = vi.fn();
  const closing = parts[Symbol.asyncDispose]().then(closed);
  stop.abort(new Error('the stop waits no more'));
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  await closing;
});

it('a clock that was set back lets no lease lapse', async () => {
  const machine = turnedClock();
  let backMs = 0;
  // Sleeps end in their time, whatever the clock says.
  const clock = { now: () => machine.now() - backMs, sleep: machine.sleep };
  const hold = vi.fn<WorkQueue['hold']>(async () => ({}));
  const graph: WorkQueue = { hold, claim: async () => [], release: async () => {} };
  await using _ = holdParts({ graph, owner: 'one', groups: ['facts'], clock, log: createLogger({ level: 'silent' }) });
  await machine.advance(2_000);
  expect(hold).toHaveBeenCalledTimes(1);
  backMs = 3_600_000;
  await machine.advance(20_000);
  expect(hold).toHaveBeenCalledTimes(11);
});

describe('claims, renewals and releases', () => {
  const at = '2026-01-01T12:00:00.000Z';
  const waiting: WaitingNode = {
    scope,
    node: storedNode({ id: 'fact_1', kind: 'Fact', createdAt: at, updatedAt: at, properties: {} }),
  };
  const asked = { kinds: ['Fact'], until: at, limit: 10 } as const;
  const ownersOf = (groups: readonly string[], owner: string): Readonly<Record<string, PartOwners>> =>
    Object.fromEntries(groups.map((group) => [group, Array.from({ length: partCount }, () => owner)]));

  /** Parts of a store that answers each call when the test says so, with the calls that it got. */
  function holding(groups: readonly string[], clock: Clock = turnedClock()) {
    const calls: string[] = [];
    const gates = { hold: Promise.resolve(), claim: Promise.resolve() };
    const opens: (() => void)[] = [];
    const graph = {
      async hold(_owner: string, busy: Readonly<Record<string, readonly number[]>>) {
        calls.push(`hold ${JSON.stringify(busy)}`);
        await gates.hold;
        return ownersOf(Object.keys(busy), 'one');
      },
      async claim() {
        calls.push('claim');
        await gates.claim;
        return [waiting];
      },
      async release(_owner: string, released: readonly string[]) {
        calls.push(`release ${released.join()}`);
      },
    } as WorkQueue;
    const parts = holdParts({ graph, owner: 'one', groups, clock, log: createLogger({ level: 'silent' }) });
    const close = (gate: keyof typeof gates) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates[gate] = promise;
      opens.push(resolve);
      return resolve;
    };
    const end = async () => {
      for (const open of opens) open();
      await parts[Symbol.asyncDispose]();
    };
    return { calls, parts, close, [Symbol.asyncDispose]: end };
  }

  it('a renewal waits for a claim on its way, and names the parts of what that answers as busy in their group alone', async () => {
    const clock = turnedClock();
    await using held = holding(['due', 'jobs'], clock);
    const { calls, parts, close } = held;
    (await parts.claim('due', 'due', asked))[Symbol.dispose]();
    const answer = close('claim');
    const claimed = parts.claim('due', 'due', asked);
    await clock.advance(2_000);
    expect(calls).toEqual(['hold {"due":[],"jobs":[]}', 'claim', 'claim']);
    answer();
    using work = await claimed;
    await vi.waitFor(() => expect(calls.slice(3)).toEqual([`hold {"due":[${partOf(scope)}],"jobs":[]}`]));
    work[Symbol.dispose]();
    await clock.advance(2_000);
    expect(calls.at(-1)).toBe('hold {"due":[],"jobs":[]}');
  });

  it('a claim waits for a renewal under way, which does not know what it will answer', async () => {
    await using held = holding(['due']);
    const { calls, parts, close } = held;
    (await parts.claim('due', 'due', asked))[Symbol.dispose]();
    const renewed = close('hold');
    const joining = parts.claim('due', 'jobs', asked);
    await nextTurn();
    const claimed = parts.claim('due', 'due', asked);
    await nextTurn();
    expect(calls).toEqual(['hold {"due":[]}', 'claim', 'hold {"due":[],"jobs":[]}']);
    renewed();
    for (const each of [joining, claimed]) (await each)[Symbol.dispose]();
    expect(calls.slice(3)).toEqual(['claim', 'claim']);
  });

  it('a machine that slept renews before it claims', async () => {
    const clock = turnedClock();
    let sleptMs = 0;
    await using held = holding(['due'], { now: () => clock.now() + sleptMs, sleep: clock.sleep });
    const { calls, parts } = held;
    (await parts.claim('due', 'due', asked))[Symbol.dispose]();
    sleptMs = 60_000;
    (await parts.claim('due', 'due', asked))[Symbol.dispose]();
    expect(calls).toEqual(['hold {"due":[]}', 'claim', 'hold {"due":[]}', 'claim']);
  });

  it('a group is released after the renewal under way, and held again from the next claim in it only', async () => {
    const clock = turnedClock();
    await using held = holding(['due', 'publish'], clock);
    const { calls, parts, close } = held;
    (await parts.claim('due', 'due', asked))[Symbol.dispose]();
    expect(parts.holdsAll('publish')).toBe(true);
    const renewed = close('hold');
    await clock.advance(2_000);
    const released = parts.release('publish');
    await nextTurn();
    expect(calls.at(-1)).toBe('hold {"due":[],"publish":[]}');
    renewed();
    await released;
    expect(calls.at(-1)).toBe('release publish');
    expect(parts.holdsAll('publish')).toBe(false);
    await clock.advance(2_000);
    expect(calls.at(-1)).toBe('hold {"due":[]}');
    (await parts.claim('due', 'publish', asked))[Symbol.dispose]();
    expect(calls.slice(-2)).toEqual(['hold {"due":[],"publish":[]}', 'claim']);
    expect(parts.holdsAll('publish')).toBe(true);
  });

  it('the end of a process releases its parts after the renewal under way, which would take them again', async () => {
    const clock = turnedClock();
    await using held = holding(['due'], clock);
    const { calls, parts, close } = held;
    const renewed = close('hold');
    await clock.advance(2_000);
    const ended = parts[Symbol.asyncDispose]();
    await nextTurn();
    expect(calls).toEqual(['hold {"due":[]}']);
    renewed();
    await ended;
    expect(calls).toEqual(['hold {"due":[]}', 'release due']);
  });
});
