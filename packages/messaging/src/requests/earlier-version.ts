import { OperationError, type ServiceName } from '@agent-mem/contract';

/**
 * What an error means to the caller of an operation. A process that does not know the operation is of an earlier version, beside others that may
 * know it while a fleet is upgraded: its refusal becomes `unavailable`, since another process may answer. Every other error stays as it is.
 */
export function unlessOfEarlierVersion(error: unknown, service: ServiceName, operation: string): unknown {
  if (!(error instanceof OperationError) || error.type !== 'invalid-argument') return error;
  const isUnknown = error.message.startsWith('message: must have one of ') && error.message.endsWith(`, got ${operation}`);
  if (!isUnknown) return error;
  const text = `${service}.${operation} is not known to the process that answered, which is of an earlier version`;
  return new OperationError('unavailable', text, { cause: error });
}
