import type { CallOptions } from '../call-options.ts';
import type { Connection } from '../connection.ts';
import { MemoryError } from '../memory-error.ts';
import { answerOf } from './answer-of.ts';
import { checkedAddress, checkedOptions } from './check-options.ts';
import type { FleetAddress } from './fleet-address.ts';
import { framesOf } from './frames-of.ts';
import { type HttpCall, newKey } from './http-call.ts';
import { type TimeLimit, timeLimit } from './time-limit.ts';

const answerTimeoutMs = 10_000;
const streamTimeoutMs = 120_000;

/** The way to a fleet over HTTP. Closing it ends its calls with `cancelled`. Throws `invalid-argument` for an address that is none. */
export function fleetConnection(given: FleetAddress): Connection & { close(): void } {
  const address = checkedAddress(given);
  const closed = new AbortController();
  /** Of one call: what each of its tries has in common. */
  const callOf = (defaultTimeoutMs: number, given: CallOptions): HttpCall & { readonly limit: TimeLimit } => {
    const { timeoutMs = defaultTimeoutMs, idempotencyKey, signal } = checkedOptions(given);
    const limit = timeLimit(timeoutMs, signal ? [closed.signal, signal] : [closed.signal]);
    return { address, limit, key: idempotencyKey ?? newKey(), isOwnKey: idempotencyKey === undefined };
  };
  return {
    async answer(operation, request, options) {
      const call = callOf(answerTimeoutMs + waitOf(request), options);
      try {
        return await answerOf(operation, request, call);
      } finally {
        call.limit.end();
      }
    },
    async *frames(operation, request, options) {
      const call = callOf(streamTimeoutMs, options);
      try {
        yield* framesOf(operation, request, call);
      } finally {
        call.limit.end();
      }
    },
    close: () => closed.abort(new MemoryError('cancelled', 'The memory was closed')),
  };
}

/** Where the request itself has the fleet wait, that time comes on top. */
function waitOf(request: object): number {
  const { wait_ms } = request as { readonly wait_ms?: unknown };
  return typeof wait_ms === 'number' && wait_ms > 0 && wait_ms <= 60_000 ? wait_ms : 0;
}
