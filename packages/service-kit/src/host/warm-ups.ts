import { type Clock, OperationError } from '@agent-mem/contract';
import type { Caller, WarmUp } from '@agent-mem/messaging';
import { endsWithin, type Logger } from '@agent-mem/runtime';

/** A service, a connector or an HTTP plugin, as far as it is warmed up. */
export interface Warmed {
  readonly name: string;
  readonly warmUp?: WarmUp;
}

/** The warm-up of a process. */
export interface WarmUps {
  /** Makes the first requests of such a part. Resolves when they are answered, or after 5 s: requests that need less are not held up by a store that is away. */
  run(part: Warmed): Promise<void>;
  /** Why the process is not ready yet, a sentence for each part whose requests wait for their answers. */
  readonly reasons: readonly string[];
}

const holdUpMs = 5_000;
/** Services that start together on new servers need so long until the last one answers. */
const answerMs = 30_000;
/** A store that makes its tables and indexes refuses the first requests. */
const againMs = 1_000;
const scope = { workspace: 'agent-mem', user: 'warm-up', collection: 'warm-up' };

/** @param signal ends requests under way. */
export function createWarmUps(
  caller: Caller,
  { clock, log, signal }: { readonly clock: Clock; readonly log: Logger; readonly signal: AbortSignal },
): WarmUps {
  const waiting = new Set<string>();

  /** Asks until there is an answer, an error that a repeat does not mend, or no time left. */
  const ask: Caller['call'] = async (service, operation, request) => {
    const until = clock.now() + answerMs;
    for (;;) {
      try {
        return await caller.call(service, operation, request, { timeoutMs: until - clock.now(), signal });
      } catch (error) {
        const mayPass = error instanceof OperationError && error.retryable && clock.now() + againMs < until;
        if (!mayPass) throw error;
        await clock.sleep(againMs, signal);
      }
    }
  };

  async function answered({ name, warmUp }: Warmed): Promise<void> {
    const begunAt = clock.now();
    waiting.add(name);
    const answers = await Promise.allSettled(warmUp?.(ask, scope) ?? []);
    waiting.delete(name);
    const reasons = answers.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    const fields = { service: name, ms: clock.now() - begunAt };
    if (reasons.length > 0 && !signal.aborted) log.warn({ ...fields, reasons }, 'Some first requests of a service have failed');
    else log.debug(fields, 'The first requests of a service are answered');
  }

  return {
    async run(part) {
      await endsWithin(answered(part), holdUpMs, clock);
    },
    get reasons() {
      return [...waiting].map((name) => `the first requests of ${name} are not answered yet`);
    },
  };
}
