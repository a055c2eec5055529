import { type Clock, OperationError, type Topic } from '@agent-mem/contract';
import { backoffMs } from './backoff.ts';
import type { Bus, OutgoingMessage } from './bus.ts';

/** When a message is published again, and until when. */
export interface PublishTiming {
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** A request on its way. */
export interface Sending {
  /** Rejects when the bus will never take the message. */
  readonly done: Promise<void>;
  /** The error of a call whose time is over: whether the bus took the message at all tells which. */
  missed(late: string): OperationError;
}

/** Publishes a command until the bus has stored it. One whose outcome is unknown goes out again, with the same id and key, so that its effect is one. */
export function publishUntilStored(bus: Bus, topic: Topic, message: OutgoingMessage, timing: PublishTiming): Sending {
  return sendRepeatedly(bus, topic, message, timing, { minMs: 50, maxMs: 2_000 }, 'once');
}

/** Publishes a query again and again: on its lane a message reaches who is there, or nobody. Services answer a repeat only once more. */
export function publishRepeatedly(bus: Bus, topic: Topic, message: OutgoingMessage, timing: PublishTiming): Sending {
  return sendRepeatedly(bus, topic, message, timing, { minMs: 1_000, maxMs: 5_000 }, 'until-answered');
}

function sendRepeatedly(
  bus: Bus,
  topic: Topic,
  message: OutgoingMessage,
  { clock, random, signal }: PublishTiming,
  wait: { readonly minMs: number; readonly maxMs: number },
  until: 'once' | 'until-answered',
): Sending {
  let isTaken = false;
  let cause: unknown;
  async function send(): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await bus.publish(topic, message, { signal });
        isTaken = true;
        if (until === 'once') return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof OperationError && !error.retryable) throw error;
        cause = error;
      }
      await clock.sleep(backoffMs(attempt, wait, random), signal).catch(() => {});
    }
  }
  return {
    done: send(),
    missed: (late) =>
      isTaken
        ? new OperationError('deadline-exceeded', late)
        : new OperationError('unavailable', 'The bus did not take the request in time', { cause }),
  };
}
