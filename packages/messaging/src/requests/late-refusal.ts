import { OperationError } from '@agent-mem/contract';
import type { RequestProperties } from './request-properties.ts';

/** How the text begins in every version: callers know the refusal by it. */
const beginning = 'The deadline passed before the work began';

/** Refuses a request whose deadline has passed by the clock of its service. */
export function lateRefusal({ deadline, sentAt }: Pick<RequestProperties, 'deadline' | 'sentAt'>, now: number): OperationError {
  const times = `sent ${timeOf(sentAt)}, deadline ${timeOf(deadline ?? now)} by the clock of the caller; now ${timeOf(now)} by that of the service`;
  const lateMs = now - (deadline ?? now);
  return new OperationError(
    'deadline-exceeded',
    `${beginning}, by ${lateMs} ms: ${times}. Allow more time, or synchronise the two clocks if they differ`,
  );
}

/** Whether a service refused a request as late. Where its caller still waits, the clock of the service is ahead of the caller's. */
export function isLateRefusal(error: unknown): boolean {
  return error instanceof OperationError && error.type === 'deadline-exceeded' && error.message.startsWith(beginning);
}

function timeOf(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? `${ms} ms since 1970` : time.toISOString();
}
