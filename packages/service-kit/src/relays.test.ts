import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Event, type Scope, scopeOf } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { eventOf, memoryPorts, recordedLog } from '@agent-mem/testing/kit';
import { describe, expect, it, vi } from 'vitest';
import { holdParts } from './held-parts.ts';
import { relayGroup, startRelay } from './relay.ts';
import type { RelayNotices } from './relay-notices.ts';

const scopes = Array.from({ length: 24 }, (_, n) => scopeOf({ workspace: 'w', user: `user-${n}`, collection: 'c' }));

/** Whole numbers below a limit, the same for the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Processes that relay one graph. */
function world() {
  const clock = turnedClock();
  const { graph } = memoryPorts({ clock });
  const { log } = recordedLog();
  const published: { readonly by: string; readonly event: Event }[] = [];
  /** What wakes each process. */
  const listening = new Map<string, () => void>();
  let number = 0;

  function commit(scope: Scope) {
    const { workspace, user, collection } = scope;
    number += 1;
    const data = { fact_stored: { fact_id: `fact_${number}` } };
    return graph.commit(scope, {
      events: [{ ...eventOf({ id: `e${number}`, type: 'fact-stored', data }), workspace, user, collection }],
    });
  }

  /** A process; `isDead` stops it as a crash does: it says nothing more to anybody. */
  function process(owner: string, publish: () => Promise<void> = nextTurn) {
    const state = { isDead: false };
    const never = () => new Promise<never>(() => undefined);
    const living: typeof graph = {
      ...graph,
      hold: (...given) => (state.isDead ? never() : graph.hold(...given)),
      release: (...given) => (state.isDead ? never() : graph.release(...given)),
      claim: (...given) => (state.isDead ? never() : graph.claim(...given)),
      markPublished: (...given) => (state.isDead ? never() : graph.markPublished(...given)),
    };
    const stop = new AbortController();
    const parts = holdParts({ graph: living, owner, groups: [relayGroup], clock, log, signal: stop.signal });
    const notices: RelayNotices = {
      send: (holder) => listening.get(holder)?.(),
      listen(wake) {
        listening.set(owner, wake);
        return { [Symbol.dispose]: () => void listening.delete(owner) };
      },
    };
    const relay = startRelay({
      graph: living,
      parts,
      notices,
      clock,
      log,
      signal: stop.signal,
      async publish(event) {
        await publish();
        if (state.isDead) return never();
        published.push({ by: owner, event });
      },
    });
    return {
      owner,
      parts,
      relay,
      /** Hears no notice from now on. */
      deafen: () => listening.delete(owner),
      die: () => {
        state.isDead = true;
        stop.abort();
      },
      async leave() {
        await relay[Symbol.asyncDispose]();
        await parts[Symbol.asyncDispose]();
      },
    };
  }

  const emptied = () =>
    vi.waitFor(
      async () => {
        await clock.advance(500);
        expect(await graph.outbox(1)).toEqual([]);
      },
      { timeout: 20_000, interval: 1 },
    );
  const idsOf = (entries: readonly { readonly event: Event }[]) => entries.map(({ event }) => event.id);
  return { clock, graph, published, commit, process, emptied, idsOf, committed: () => number };
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `e${n + 1}`);
const bySize = (one: string, other: string) => Number(one.slice(1)) - Number(other.slice(1));

describe('relays of several processes', () => {
  it('wake the one whose part a commit is in, which else finds its events within a second', async () => {
    const { clock, graph, published, commit, process } = world();
    // Only the first process sees what is committed, as if it had committed it.
    const onOutbox = vi.spyOn(graph, 'onOutbox');
    const one = process('one');
    onOutbox.mockImplementation(() => ({ [Symbol.dispose]() {} }));
    const two = process('two');
    for (let second = 0; second < 10; second += 1) await clock.advance(1_000);
    const other = scopes.find((scope) => one.parts.otherHolder(relayGroup, scope) === 'two') as Scope;
    await commit(other);
    await vi.waitFor(() => expect(published).toMatchObject([{ by: 'two', event: { id: 'e1' } }]));
    two.deafen();
    await commit(other);
    await nextTurn();
    expect(published).toHaveLength(1);
    await clock.advance(1_000);
    await vi.waitFor(() => expect(published).toMatchObject([{}, { by: 'two', event: { id: 'e2' } }]));
    await one.leave();
    await two.leave();
  });

  it('are settled when the others have published what they hold', async () => {
    const { clock, commit, process, published } = world();
    const gate = Promise.withResolvers<void>();
    const one = process('one');
    const two = process('two', () => gate.promise);
    for (let second = 0; second < 10; second += 1) await clock.advance(1_000);
    const other = scopes.find((scope) => one.parts.otherHolder(relayGroup, scope) === 'two') as Scope;
    await commit(other);
    await clock.advance(2_000);
    const settled = vi.fn();
    const settling = one.relay.settled().then(settled);
    await clock.advance(2_000);
    expect(settled).not.toHaveBeenCalled();
    gate.resolve();
    await clock.advance(500);
    await settling;
    expect(published).toMatchObject([{ by: 'two' }]);
    await one.leave();
    await two.leave();
  });

  it('publish each event once, and share the work', async () => {
    const { clock, commit, process, emptied, published, idsOf } = world();
    const processes = [process('one'), process('two')];
    for (let round = 0; round < 20; round += 1) {
      for (const scope of scopes) await commit(scope);
      // A part that is busy when leases are renewed is not given up.
      for (let turns = 0; turns < 20; turns += 1) await nextTurn();
      await clock.advance(500);
    }
    await emptied();
    for (const { leave } of processes) await leave();
    expect(idsOf(published).sort(bySize)).toEqual(numbered(480));
    const last = published.slice(-100);
    for (const { owner } of processes) expect(last.filter(({ by }) => by === owner).length).toBeGreaterThan(20);
  });

  it('leave what one is publishing to it, however long the bus takes', async () => {
    const { clock, commit, process, emptied, published, idsOf } = world();
    const gate = Promise.withResolvers<void>();
    const one = process('one', () => gate.promise);
    await clock.advance(500);
    for (const scope of scopes) await commit(scope);
    await clock.advance(500);
    const two = process('two');
    for (let second = 0; second < 20; second += 1) await clock.advance(1_000);
    // What the first has not claimed is the second's by now.
    expect(new Set(published.map(({ by }) => by))).toEqual(new Set(['two']));
    expect(published.length).toBeLessThan(scopes.length);
    gate.resolve();
    await emptied();
    expect(idsOf(published).sort(bySize)).toEqual(numbered(scopes.length));
    await one.leave();
    await two.leave();
  });

  it('publish each event also when one dies while it publishes, within seconds', async () => {
    const { clock, commit, process, emptied, published, idsOf } = world();
    const [one, two] = [process('one'), process('two')];
    for (let round = 0; round < 12; round += 1) {
      for (const scope of scopes) await commit(scope);
      await clock.advance(500);
    }
    await emptied();
    for (const scope of scopes) await commit(scope);
    await nextTurn();
    one.die();
    const diedAt = clock.now();
    await emptied();
    expect(clock.now() - diedAt).toBeLessThanOrEqual(10_000);
    expect([...new Set(idsOf(published))].sort(bySize)).toEqual(numbered(312));
    await two.leave();
  });

  it('leave their parts to another where the bus does not take their events', async () => {
    const { clock, commit, process, emptied, published } = world();
    const broken = process('broken', () => Promise.reject(new Error('no broker')));
    await clock.advance(3_000);
    const sound = process('sound');
    for (const scope of scopes) await commit(scope);
    await emptied();
    expect(new Set(published.map(({ by }) => by))).toEqual(new Set(['sound']));
    expect(published).toHaveLength(scopes.length);
    await broken.leave();
    await sound.leave();
  });

  it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
    'hold the order within a scope while they come, leave and die, seed %i',
    async (seed) => {
      const { clock, commit, process, emptied, published, committed } = world();
      const random = seeded(seed);
      const slow = async () => {
        for (let turns = random(3); turns >= 0; turns -= 1) await nextTurn();
      };
      const living = [process('p0', slow)];
      for (let step = 1; step <= 60; step += 1) {
        for (let n = random(12); n >= 0; n -= 1) await commit(scopes[random(scopes.length)] as Scope);
        const what = random(10);
        if (what < 2 && living.length < 4) living.push(process(`p${step}`, slow));
        else if (what < 4 && living.length > 1) living.splice(random(living.length), 1)[0]?.die();
        else if (what === 4 && living.length > 1) await living.splice(random(living.length), 1)[0]?.leave();
        await clock.advance(random(2_500));
      }
      await emptied();
      const first = [...Map.groupBy(published, ({ event }) => event.id).values()].flatMap(([earliest]) => earliest?.event ?? []);
      expect(first).toHaveLength(committed());
      for (const own of Map.groupBy(first, ({ user }) => user).values()) {
        const ids = own.map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted(bySize));
      }
      for (const { leave } of living) await leave();
    },
  );
});
