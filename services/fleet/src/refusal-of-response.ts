import { OperationError } from '@agent-mem/contract';
import { StartFailed } from './refusal.ts';

/** Why the fleet at this address refused, in its own words if it gave any. */
export async function refusalOfResponse(response: Response, url: string): Promise<OperationError | StartFailed> {
  return refusalOfAnswer(await response.json().catch(() => null), response.status, url);
}

/** The same of an answer that was read already. */
export function refusalOfAnswer(answer: unknown, status: number, url: string): OperationError | StartFailed {
  const { error } = (answer ?? {}) as { error?: Parameters<typeof OperationError.fromWire>[0] };
  // What runs there may be older than this program.
  return error?.type ? OperationError.fromWire(error) : new StartFailed(`${url} answered HTTP ${status}`);
}
