import type { RequestObserver } from '@agent-mem/observability';
import type { ServiceContext } from '../context.ts';
import type { AnyService } from '../service.ts';
import { handleDue } from './handle-due.ts';
import { boundGraph } from './interceptors/bound-graph.ts';
import { observeDue } from './interceptors/observe-due.ts';
import { retryConflicts } from './interceptors/retry-conflicts.ts';
import type { TakeDue } from './work.ts';

/** The way of every node that falls due: observed, and taken again with its newest version when it met another writer. */
export function duePipeline(service: AnyService, context: ServiceContext<unknown>, observer: RequestObserver): TakeDue {
  return observeDue(service, context, observer, boundGraph(service, context, retryConflicts(handleDue(service, context))));
}
