import { OperationError } from '@agent-mem/contract';
import { DeadLetter } from './bus.ts';

/** Whether a repeat may mend a failure. What is unknown may pass. */
export function mayPass(error: unknown): boolean {
  if (error instanceof DeadLetter) return false;
  const { retryable, type } = OperationError.from(error);
  return retryable || type === 'internal';
}
