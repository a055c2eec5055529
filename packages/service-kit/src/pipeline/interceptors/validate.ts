import { OperationError, operationFacts, operationOf, parseOperation, requestHash, scopeOf } from '@agent-mem/contract';
import type { Dispatch } from '@agent-mem/messaging';
import type { ServiceContext } from '../../context.ts';
import type { AnyService } from '../../service.ts';
import { deadlinePassed } from '../request-signal.ts';
import type { EffectKey, RequestWork } from '../work.ts';

/** Reads the request by the contract. Throws `unimplemented`, `invalid-argument` with the member's path, or `deadline-exceeded`. */
export function validate(
  { name: service, handlers }: AnyService,
  { clock }: Pick<ServiceContext<unknown>, 'clock'>,
  next: (work: RequestWork) => Promise<void>,
): Dispatch {
  return async (incoming, send) => {
    const named = operationOf(service, incoming.envelope);
    if (!handlers[named]) throw new OperationError('unimplemented', `${service}.${named} is not implemented yet`);
    const { operation, request } = parseOperation(service, incoming.envelope);
    const { deadline, signal, traceparent, idempotencyKey } = incoming;
    if (deadline !== null && deadline <= clock.now()) throw deadlinePassed();
    signal.throwIfAborted();
    const { command, stream: isStream } = operationFacts(service, operation);
    const effectKey = (key: string): EffectKey => ({
      operation: `${service}.${operation}`,
      key,
      requestHash: requestHash(service, operation, request),
    });
    const effect = command && idempotencyKey !== null ? effectKey(idempotencyKey) : null;
    await next({ operation, request, scope: scopeOf(request), signal, traceparent, effect, isStream, incoming, send });
  };
}
