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
 * process. Throws `TooSlow` then.
 */
export function withinTime<Result>(work: () => Result, limitMs: number): Result {
  held.work = work;
  try {
    return script.runInContext(context, { timeout: limitMs }) as Result;
  } catch (cause) {
    // It is an error of the other context, no `Error` of this one.
    const isLate = (cause as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isLate ? new TooSlow(`it takes longer than ${limitMs} ms`) : cause;
  } finally {
    held.work = () => undefined;
  }
}
