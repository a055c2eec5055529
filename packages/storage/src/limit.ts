import { OperationError } from '@agent-mem/contract';

/** Throws `invalid-argument` unless the limit is a whole number from 1 to 1,000. */
export function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return;
  throw new OperationError('invalid-argument', `limit: must be from 1 to 1000, got ${limit}`);
}
