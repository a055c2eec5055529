import { OperationError } from '@agent-mem/contract';

/** A caller that is refused for the moment is to ask again after so many milliseconds. */
export const busyMs = 1_000;

/** So much is in flight that this is not begun. */
export function tooBusy(sentence: string): OperationError {
  return new OperationError('unavailable', `${sentence}; ask again in ${busyMs / 1_000} s`, { retryAfterMs: busyMs });
}

/** So much was asked for that there is nothing left until `retryAfterMs` are over. */
export function usedUp(limit: string, sentence: string, retryAfterMs: number): OperationError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new OperationError('resource-exhausted', `${limit}: ${sentence}; ask again in ${seconds} s`, { retryAfterMs });
}

/** More elements than one request may have. */
export function tooMany(limit: string, sentence: string): OperationError {
  return new OperationError('out-of-range', `${limit}: ${sentence}`);
}
