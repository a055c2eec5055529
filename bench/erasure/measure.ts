import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Scope, scopeOf } from '@agent-mem/contract';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { type HealthAsker, startHealthAsker } from './start-health-asker.ts';

/** How long a piece of work took, and how long at most the process answered nobody meanwhile. */
export interface ErasureFigures {
  readonly name: string;
  readonly ms: number;
  readonly longestStallMs: number;
  /** Longest turn by the processor's time: what else runs on the machine and what the disk takes is no part of it. */
  readonly longestCpuMs: number;
  /** Longest wait for an answer of `/health/live`, asked beside the work all the time. */
  readonly longestHealthMs: number;
  /** What was erased or archived. */
  readonly gone: number;
}

const scope = { workspace: 'default', user: 'erasure', collection: 'default' };
const deadlineMs = 600_000;

/** Stores facts in an embedded file, and prunes and purges some of them, one piece of work after the other. */
export async function measureErasure(facts: number, conversations: number): Promise<readonly ErasureFigures[]> {
  await using fleet = await startFleet({ bus: 'sqlite', http: true });
  // Asks from the start: its first answers take their time to be compiled.
  await using health = startHealthAsker(fleet.httpUrl);
  await storeFacts(fleet, facts, conversations);
  const purge = async (name: string, what: object) =>
    measured({ fleet, health }, name, async () => {
      const { erased } = await fleet.caller.call('graph', 'purge', { ...scope, ...what }, { timeoutMs: deadlineMs });
      return erased;
    });
  return [
    await purge('purge of a conversation that is not there', { conversation_id: 'nobody' }),
    await measured({ fleet, health }, 'prune to half', async () => {
      const request = { ...scope, keep_facts: facts / 2 };
      await fleet.caller.call('graph', 'prune', request, { timeoutMs: deadlineMs });
      return facts - (await fleet.ports.graph.count(scopeOf(scope) as Scope, { kinds: ['Fact'] }));
    }),
    await purge('purge of a conversation', { conversation_id: 'c0' }),
    await purge('purge of the scope', { everything: true }),
  ];
}

async function storeFacts({ caller, settled }: TestFleet, count: number, conversations: number): Promise<void> {
  const fact = (index: number) => ({
    content: `Person ${index} keeps ${words[index % words.length]} number ${index} in house ${(index * 7) % 997} by the ${words[(index * 3) % words.length]}`,
    source: `c${index % conversations}`,
  });
  for (let start = 0; start < count; start += 500) {
    const few = Array.from({ length: Math.min(500, count - start) }, (_, offset) => fact(start + offset));
    await caller.call('facts', 'store_many', { ...scope, facts: few }, { timeoutMs: deadlineMs });
  }
  await settled();
}

interface Measured {
  readonly fleet: TestFleet;
  readonly health: HealthAsker;
}

async function measured({ fleet, health }: Measured, name: string, work: () => Promise<number>): Promise<ErasureFigures> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const over = new AbortController();
  await health.longestMs();
  const turns = longestTurn(over.signal);
  delay.enable();
  const begun = performance.now();
  const gone = await work();
  const ms = performance.now() - begun;
  delay.disable();
  over.abort();
  const longestHealthMs = await health.longestMs();
  const longestCpuMs = await turns;
  await fleet.settled();
  return { name, ms, longestStallMs: delay.max / 1e6, longestCpuMs, longestHealthMs, gone };
}

/** Milliseconds of the processor that the longest turn of the event loop takes until it is over. */
async function longestTurn(over: AbortSignal): Promise<number> {
  let longest = 0;
  for (let before = cpuMs(); !over.aborted; ) {
    await nextTurn();
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return longest;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const words = ['amber', 'bicycle', 'candle', 'drum', 'easel', 'ferry', 'guitar', 'harbour', 'island', 'jar', 'kettle'];
