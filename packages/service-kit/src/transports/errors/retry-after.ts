import type { OperationError } from '@agent-mem/contract';

/** In how many seconds the same request may succeed, as transports say it; `null`: nobody knows. */
export function retryAfterSeconds({ retryAfterMs }: OperationError): number | null {
  return retryAfterMs === null ? null : Math.max(1, Math.ceil(retryAfterMs / 1_000));
}
