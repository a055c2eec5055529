import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** What a number of operations, one after another, took. */
export interface Taken {
  readonly ms: readonly number[];
  /** Of this process, for one operation. */
  readonly cpuMs: number;
  /** Longest time that the event loop was kept from anything else. */
  readonly blockedMs: number;
}

const samplingMs = 1;

/** Runs an operation so many times, one after another. */
export async function timed(count: number, operation: (index: number) => Promise<unknown>): Promise<Taken> {
  const ms: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: samplingMs });
  const cpu = process.cpuUsage();
  delay.enable();
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    await operation(index);
    ms.push(performance.now() - started);
    // A caller that lives elsewhere would not answer in the same turn.
    await setImmediate();
  }
  delay.disable();
  const { user, system } = process.cpuUsage(cpu);
  // The sampling timer itself is this late when nothing blocks.
  return { ms, cpuMs: (user + system) / 1_000 / count, blockedMs: Math.max(0, delay.max / 1e6 - samplingMs) };
}
