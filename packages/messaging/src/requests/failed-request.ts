import type { OperationError } from '@agent-mem/contract';
import { DeadLetter } from '../bus.ts';
import { mayPass } from '../may-pass.ts';

/** A request whose work failed, and how far that had come. */
export interface FailedRequest {
  readonly transport: 'query' | 'command';
  /** Whether somebody waits for the answer. */
  readonly hasCaller: boolean;
  /** The work would survive without its message. */
  readonly isAccepted: boolean;
  /** Another process goes on with it when this one stops. */
  readonly isHandedOn: boolean;
  /** A reply, or a frame of a stream, was sent. */
  readonly isAnswered: boolean;
  /** Its deadline is over. */
  readonly isLate: boolean;
  readonly isLastAttempt: boolean;
  /** The process stops, or was to have stopped by now. */
  readonly isStopping: boolean;
  readonly cause: unknown;
  /** The cause, as the caller is sent it. */
  readonly error: OperationError;
}

/**
 * What becomes of a failed request:
 * - `answered`: its caller is sent the error, and that is its end;
 * - `dead-letter`: its caller is sent the error, and the message stays for somebody to look at;
 * - `again`: the bus delivers it again, as one more attempt;
 * - `not-yet`: the bus delivers it again, and counts no attempt;
 * - `later`: it is published again for the time until which it was refused;
 * - `elsewhere`: it is published again for another process;
 * - `handed-on`: another process answers it.
 */
export type Fate = 'answered' | 'dead-letter' | 'again' | 'not-yet' | 'later' | 'elsewhere' | 'handed-on';

export function fateOf(failed: FailedRequest): Fate {
  const isInterrupted = failed.error.type === 'unavailable' && failed.isStopping;
  if (isInterrupted && failed.isHandedOn) return 'handed-on';
  // In its channel a query comes to another process, or to nobody: then its caller sends it again.
  if (isInterrupted && failed.transport === 'query' && !failed.isAnswered) return 'elsewhere';
  if (failed.cause instanceof DeadLetter) return 'dead-letter';
  return isOpenCommand(failed) ? fateOfCommand(failed, isInterrupted) : 'answered';
}

/** Whether it is a command that the bus still has, so that a repeat of it is work anew. */
export function isOpenCommand({ transport, isAccepted }: FailedRequest): boolean {
  return transport === 'command' && !isAccepted;
}

function fateOfCommand({ cause, error, ...failed }: FailedRequest, isInterrupted: boolean): Fate {
  const mayRepeat = !failed.isAnswered && !failed.isLate;
  // Another process has it next, or the next start: the stop is no failure of the command.
  if (isInterrupted && mayRepeat) return 'not-yet';
  if (error.retryAfterMs !== null && !failed.isAnswered) return failed.hasCaller || failed.isLate ? 'answered' : 'later';
  if (mayPass(cause) && mayRepeat && !failed.isLastAttempt) return 'again';
  const isUsedUp = mayPass(cause) && !failed.isLate;
  return isUsedUp || !failed.hasCaller ? 'dead-letter' : 'answered';
}
