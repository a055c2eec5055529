import { completeResponse, OperationError, operationOf, operationsOf, tellsFindings } from '@agent-mem/contract';
import { DeadLetter, type Dispatch } from '@agent-mem/messaging';
import type { RequestObserver } from '@agent-mem/observability';
import { namedOperation, untilAborted } from '@agent-mem/runtime';
import type { ServiceContext } from '../context.ts';
import type { AnyService } from '../service.ts';
import { createAnswering } from './answering.ts';
import { checkRequest } from './checked-request.ts';
import { governRequest } from './governed-request.ts';
import { requestSignal } from './request-signal.ts';
import { createUnknownReport } from './unknown-report.ts';

/** Deliveries of a command before its failure is answered and the message given up; what `SubscriptionOptions.maxAttempts` is by default. */
export const maxDeliveries = 5;

/**
 * Makes the one way in of a service, the same for the bus and for gRPC.
 * A command that fails for a reason of ours (store down, bug) is thrown back to its subscription, to be delivered again;
 * at the last delivery its caller is answered the error and the message becomes a dead letter. On every other door a failure is a reply.
 */
export function createDispatcher(definition: AnyService, context: ServiceContext<unknown>, observer: RequestObserver): Dispatch {
  const service = definition.name;
  const operations = operationsOf(service);
  const answering = createAnswering(definition, context);

  return async function* dispatch(incoming, accepted) {
    const named = namedOperation(service, incoming.envelope);
    const isStream = named !== null && operations[named]?.stream === true;
    const { id, traceparent, attempt, door } = incoming;
    const ended = observer.began({ service, operation: named ?? 'unknown', door, id, traceparent, attempt });
    using life = requestSignal(incoming, context.clock, context.signal);
    let isAccepted = false;
    let isLeft = true;
    let sequence = 0;
    let outcome: Parameters<typeof ended>[0] = { error: null };
    const unknown = createUnknownReport(service, incoming);
    const acceptOnce = () => {
      if (isAccepted) return;
      isAccepted = true;
      accepted();
    };
    try {
      const operation = operationOf(service, incoming.envelope);
      const handler = definition.handlers[operation];
      if (!handler) throw new OperationError('unimplemented', `${service}.${operation} is not implemented yet`);
      if (operations[operation]?.exact) unknown.refuse();
      const asked = checkRequest(service, incoming, { clock: context.clock, signal: life.signal });
      const governed = await untilAborted(governRequest(service, asked, context), life.signal);
      if ('answer' in governed) {
        yield { [asked.operation]: completeResponse(service, asked.operation, governed.answer), error: null, ...unknown.once() };
        isLeft = false;
        return;
      }
      const { checked, sensitive } = governed;
      if (isStream) {
        const goesOnAt = (next: number) => {
          sequence = next;
        };
        for await (const { frame, end } of answering.frames(checked, handler, { accepted: acceptOnce, goesOnAt })) {
          yield { [checked.operation]: frame, error: null, ...unknown.once(), sequence: sequence++, end };
        }
      } else {
        const answer = await answering.answer(checked, handler, acceptOnce);
        const told = sensitive.length > 0 && tellsFindings(service, checked.operation) ? { ...answer, sensitive } : answer;
        yield { [checked.operation]: told, error: null, ...unknown.once() };
      }
      isLeft = false;
    } catch (cause) {
      isLeft = false;
      const error = OperationError.from(cause);
      outcome = { error, deadLetter: door === 'command' && !isAccepted && !incoming.isTold };
      const again = door === 'command' && !isAccepted && isOurs(error);
      if (again && attempt < maxDeliveries) throw error;
      yield { error: error.toWire(), ...unknown.once(), ...(isStream ? { sequence, end: true } : {}) };
      if (again) {
        outcome = { error, deadLetter: true };
        throw new DeadLetter(`${error.type}: ${error.message}`, { cause: error });
      }
    } finally {
      // Whoever reads a stream may stop in the middle of it.
      if (isLeft) life.abandon();
      ended(outcome);
    }
  };
}

/** What delivering the same message again may mend: nothing the caller said is wrong. */
function isOurs(error: OperationError): boolean {
  // A scope that is full stays so until somebody makes room.
  if (error.type === 'resource-exhausted') return error.retryable;
  return error.type === 'internal' || error.type === 'unavailable' || error.type === 'aborted';
}
