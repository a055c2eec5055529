import { OperationError } from '@agent-mem/contract';
import type { Dispatch } from '@agent-mem/messaging';
import type { RequestObserver } from '@agent-mem/observability';
import { namedOperation } from '@agent-mem/runtime';
import type { AnyService } from '../../service.ts';

/** Counts and logs each request, with how it ended. What is unknown becomes `internal` here, its cause in the log. */
export function observe({ name: service }: AnyService, observer: RequestObserver, next: Dispatch): Dispatch {
  return async (incoming, send) => {
    const { id, traceparent, attempt, transport } = incoming;
    const operation = namedOperation(service, incoming.envelope) ?? 'unknown';
    const ended = observer.began({ service, operation, door: transport, id, traceparent, attempt });
    try {
      await next(incoming, send);
      ended({ error: null });
    } catch (cause) {
      const error = OperationError.from(cause);
      ended({ error });
      throw error;
    }
  };
}
