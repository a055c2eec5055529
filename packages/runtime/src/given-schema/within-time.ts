import { createContext, Script } from 'node:vm';

/** Work that another chose the size of took too long. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

const held: { work: () => unknown } = { work: () => undefined };
const context = createContext(held);
const script = new Script('work()');

/**
 * Does synchronous work, interrupted after its time: also a regular expression or a check that an adversary wrote, and that would hold up the whole
 * process. Throws `TooSlow` then. Work that a busy machine has given less than half of that time so far begins again, with twice as long.
 */
export function withinTime<Result>(work: () => Result, limitMs: number): Result {
  held.work = work;
  const before = process.threadCpuUsage();
  try {
    for (let elapsedMs = limitMs; ; elapsedMs *= 2) {
      try {
        return script.runInContext(context, { timeout: elapsedMs }) as Result;
      } catch (cause) {
        // It is an error of the other context, no `Error` of this one.
        const isInterrupted = (cause as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
        if (!isInterrupted) throw cause;
        if (workedMs(before) >= limitMs / 2) throw new TooSlow(`it takes longer than ${limitMs} ms`);
      }
    }
  } finally {
    held.work = () => undefined;
  }
}

/** Milliseconds that the processor has worked for this thread since. */
function workedMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
