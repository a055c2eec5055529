import { OperationError } from '@agent-mem/contract';
import { UsedWrongly } from '../refusal.ts';

/** Opens a store. What it finds malformed in its options stops the start, with the beginning of the variables' names. */
export function storeOf<Store>(port: 'GRAPH' | 'SEARCH' | 'KEYVALUE' | 'DETAILS', open: () => Store): Store {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof OperationError && error.type === 'invalid-argument')) throw error;
    throw new UsedWrongly(`${port}_URL and what belongs to it: ${error.message}`, { cause: error });
  }
}
