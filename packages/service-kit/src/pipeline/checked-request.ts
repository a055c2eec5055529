import {
  type Clock,
  operationsOf,
  parseOperation,
  requestHash,
  type Scope,
  type Scoped,
  type ServiceName,
  scopeOf,
} from '@agent-mem/contract';
import type { IncomingRequest } from '@agent-mem/messaging';
import type { Keeping } from './own-graph.ts';
import { deadlinePassed } from './request-signal.ts';

/** A request that passed validation and may begin. */
export interface CheckedRequest {
  readonly operation: string;
  /** As the contract's type of this operation's request says. */
  readonly request: Scoped;
  readonly scope: Scope;
  readonly incoming: IncomingRequest;
  readonly signal: AbortSignal;
  /** What its effect is kept under; `null`: it has none, or came without a key. */
  readonly keeping: Omit<Keeping, 'onKept'> | null;
}

/** Throws `invalid-argument` with the member's path, `deadline-exceeded`, or the signal's reason. */
export function checkRequest(
  service: ServiceName,
  incoming: IncomingRequest,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): CheckedRequest {
  const { operation, request } = parseOperation(service, incoming.envelope);
  if (incoming.deadline !== null && incoming.deadline <= clock.now()) throw deadlinePassed();
  signal.throwIfAborted();
  const { idempotencyKey } = incoming;
  const keeping =
    operationsOf(service)[operation]?.command && idempotencyKey !== null
      ? { operation: `${service}.${operation}`, key: idempotencyKey, requestHash: requestHash(service, operation, request) }
      : null;
  return { operation, request, scope: scopeOf(request), incoming, signal, keeping };
}
