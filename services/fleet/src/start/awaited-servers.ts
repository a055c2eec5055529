import { type Clock, type ErrorType, OperationError } from '@agent-mem/contract';
import { type Logger, untilAborted } from '@agent-mem/runtime';
import { StartFailed } from '../refusal.ts';

/** How a process waits. */
export interface Waiting {
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborting it ends every wait with its reason. */
  readonly signal: AbortSignal;
}

/** One wait. */
export interface Wait {
  /** The longest, in milliseconds. Default `null`: as long as it takes. */
  readonly waitMs?: number | null;
  /** Whether an error says that no repeat helps. Default: all that are not retryable. */
  readonly isFinal?: (error: unknown) => boolean;
}

/** Who asks so often finds a server within two seconds of its coming, and burdens nobody. */
const againMs = 1_000;

/** The servers that a process waits for until each has answered it once. */
export class AwaitedServers {
  readonly #waiting: Waiting;
  readonly #reasons = new Map<string, string>();
  readonly #begun = Promise.withResolvers<void>();

  constructor(waiting: Waiting) {
    this.#waiting = waiting;
  }

  /** Resolves when one of them has to be waited for. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** Why they cannot be reached, a sentence a server. */
  get reasons(): readonly string[] {
    return [...this.#reasons.values()];
  }

  /**
   * What comes of the attempt, which is made again each second until it succeeds. Rejects with an error that is final, and with `StartFailed` when the wait was too
   * long. The beginning of a wait and its end are a line each in the log.
   */
  async reached<Result>(server: string, attempt: () => Promise<Result>, wait: Wait = {}): Promise<Result> {
    const { clock, log, signal } = this.#waiting;
    const { waitMs = null, isFinal = isNotRetryable } = wait;
    const begunAt = clock.now();
    for (;;) {
      try {
        const result = await untilAborted(attempt(), signal);
        if (this.#reasons.delete(server)) log.info({ server, waitedMs: clock.now() - begunAt }, 'The server is there');
        return result;
      } catch (error) {
        if (signal.aborted || isFinal(error)) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        if (waitMs !== null && clock.now() - begunAt >= waitMs) {
          throw new StartFailed(`${reason} (tried for ${waitMs / 1_000} s)`, { cause: error });
        }
        if (!this.#reasons.has(server)) log.warn({ server, reason }, 'A server cannot be reached; the program waits for it');
        this.#reasons.set(server, `${server}: ${reason}`);
        this.#begun.resolve();
      }
      await clock.sleep(againMs, signal);
    }
  }
}

function isNotRetryable(error: unknown): boolean {
  return !(error instanceof OperationError && error.retryable);
}

const refusals: ReadonlySet<ErrorType> = new Set(['unauthenticated', 'permission-denied', 'failed-precondition']);

/** The server is there and does not take us. Of whatever else a server answers while it starts, it may think better. */
export function isRefusal(error: unknown): boolean {
  return error instanceof OperationError && refusals.has(error.type);
}
