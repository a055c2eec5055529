import { OperationError } from '@agent-mem/contract';
import { UsedWrongly } from '../refusal.ts';

/** Rethrows: what an adapter finds malformed becomes `UsedWrongly`, its sentence after `about`. */
export function misuse(about = ''): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof OperationError && error.type === 'invalid-argument')) throw error;
    throw new UsedWrongly(`${about}${error.message}`, { cause: error });
  };
}
