import type { OperationError } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import type { HostMetrics, RequestLabels } from './host-metrics.ts';

/** What is known of a piece of work when it begins. */
export interface ObservedRequest extends RequestLabels {
  readonly id: string;
  readonly traceparent: string | null;
  readonly attempt: number;
}

/** Writes the log and the figures of requests and events together. */
export interface RequestObserver {
  /** Call the answer once, when the work is over. */
  began(request: ObservedRequest): (outcome: { readonly error: OperationError | null }) => void;
  /** A message became a dead letter by the failure of its work. */
  gaveUp(request: Omit<ObservedRequest, 'attempt'>): void;
}

/** Makes the observer of one host. */
export function createRequestObserver(log: Logger, metrics: HostMetrics): RequestObserver {
  return {
    began({ id, traceparent, attempt, ...labels }) {
      // Not the service's clock: its milliseconds are too coarse, and a turned one tells nothing of how long work takes.
      const startedAt = performance.now();
      metrics.began(labels, attempt);
      return ({ error }) => {
        const ms = Math.round((performance.now() - startedAt) * 100) / 100;
        metrics.ended(labels, ms, error?.type ?? null);
        const fields = { ...labels, id, trace: traceparent, attempt, ms, ...(error ? { error: error.type } : {}) };
        // A refusal's message may quote what the caller sent; only our own failures are logged in full.
        if (error?.type === 'internal') log.error({ ...fields, err: error.cause ?? error }, 'request failed');
        else log.info(fields, error ? 'request refused' : 'request answered');
      };
    },
    gaveUp({ id, traceparent, ...labels }) {
      metrics.deadLetter(labels);
      log.error({ ...labels, id, trace: traceparent }, 'message given up');
    },
  };
}
