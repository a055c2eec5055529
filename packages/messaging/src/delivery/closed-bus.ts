import { OperationError } from '@agent-mem/contract';

/** What a closed bus answers to everything. */
export function closedBus(): OperationError {
  return new OperationError('unavailable', 'The bus is closed');
}
