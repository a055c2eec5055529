import { type Clock, DataUnwritable, OperationError } from '@agent-mem/contract';
import { backoffMs } from '../backoff.ts';
import { noticeWait } from './taken.ts';

/** Until when a message is published again. */
export interface PublishTiming {
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Throws while an answer would meet nobody. */
  checkListening(): void;
  /** How many replies and notices have come so far. */
  received(): number;
  /** Whether a process says that it works on the request. */
  isTaken(): boolean;
}

/** A request on its way. */
export interface Sending {
  /** Rejects when the bus will never take the message. */
  readonly done: Promise<void>;
  /** The error of a call whose time is over: whether the bus refused the message tells which. */
  missed(late: string): OperationError;
}

/** Waits before a message goes out again. */
interface Waits {
  /** The bus did not take it, or may not have. */
  readonly untaken: { readonly minMs: number; readonly maxMs: number };
  /** The bus took it, and no reply has come since. */
  readonly silent: { readonly minMs: number; readonly maxMs: number };
}

const untaken = { minMs: 50, maxMs: 2_000 };
/**
 * A command goes out again, with the same id and key, so that its effect is one: at once when it may not have been stored, and, late and then ever later,
 * while no reply comes: replies pass, and the broker drops what nobody is connected for.
 */
export const commandWaits: Waits = { untaken, silent: { minMs: 4_000, maxMs: 30_000 } };
/** A model may think for long, before its answer or between two frames. */
export const lateWaits: Waits = { untaken, silent: { minMs: 10_000, maxMs: 30_000 } };
const often = { minMs: 1_000, maxMs: 5_000 };
/** On the channel of a query a message reaches the processes that are there, or none. While one says that it works on the query, it is not repeated. */
export const queryWaits: Waits = { untaken: often, silent: often };

/** Publishes a request again and again, until nobody waits for its answer any more. */
export function publishUntilAnswered(
  publish: (options: { readonly signal: AbortSignal }) => Promise<void>,
  timing: PublishTiming,
  waits: Waits,
): Sending {
  const { clock, random, signal, checkListening, received } = timing;
  let isOnBus = false;
  let cause: unknown;
  /** Resolves when so much time has passed without a reply, or nobody waits any more. */
  async function silence(attempt: number): Promise<void> {
    for (let wait = attempt; ; wait = 1) {
      const before = received();
      const range = timing.isTaken() ? noticeWait : waits.silent;
      await clock.sleep(backoffMs(wait, range, random), signal).catch(() => {});
      if (signal.aborted || received() === before) return;
    }
  }
  async function send(): Promise<void> {
    let failures = 0;
    for (let sent = 0; !signal.aborted; ) {
      try {
        checkListening();
        await publish({ signal });
        isOnBus = true;
        failures = 0;
        sent += 1;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof DataUnwritable || (error instanceof OperationError && !error.retryable)) throw error;
        cause = error;
        failures += 1;
      }
      if (failures > 0) await clock.sleep(backoffMs(failures, waits.untaken, random), signal).catch(() => {});
      else await silence(sent);
    }
  }
  return {
    done: send(),
    missed: (late) =>
      // A bus that only had no time to answer has refused nothing.
      isOnBus || cause === undefined
        ? new OperationError('deadline-exceeded', late)
        : new OperationError('unavailable', 'The bus did not take the request in time', { cause }),
  };
}
