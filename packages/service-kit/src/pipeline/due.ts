import type { RequestObserver } from '@agent-mem/observability';
import type { ServiceContext } from '../context.ts';
import { jobTurn } from '../jobs/job-turn.ts';
import type { AnyService } from '../service.ts';
import { boundGraph } from './interceptors/bound-graph.ts';
import { observeDue } from './interceptors/observe-due.ts';
import { retryConflicts } from './interceptors/retry-conflicts.ts';
import type { Bound, DueWork, Next, TakeDue } from './work.ts';

/** The way of every node that falls due: observed, and taken again with its newest version when it met another writer. */
export function duePipeline(service: AnyService, context: ServiceContext<unknown>, observer: RequestObserver): TakeDue {
  return observeDue(service, context, observer, boundGraph(service, context, retryConflicts(handleDue(service, context))));
}

/** Calls the service's handler of the node's kind with the node as it is now, unless that is due no more. */
function handleDue(service: AnyService, context: ServiceContext<unknown>): Next<Bound<DueWork>> {
  const due = { ...service.due, ...(service.jobs && { Job: jobTurn(service) }) };
  return async ({ scope, nodeId, signal, graph }) => {
    const [node] = await graph.get(scope, [nodeId]);
    const isDue = node?.status === 'ACTIVE' && node.dueAt !== null && Date.parse(node.dueAt) <= context.clock.now();
    if (isDue) await due[node.kind]?.({ scope, node }, { ...context, scope, signal, graph });
    return null;
  };
}
