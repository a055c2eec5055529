import type { ServiceContext } from '../context.ts';
import { jobTurn } from '../jobs/job-turn.ts';
import type { AnyService } from '../service.ts';
import type { Bound, DueWork, Next } from './work.ts';

/** Calls the service's handler of the node's kind with the node as it is now, unless that is due no more. */
export function handleDue(service: AnyService, context: ServiceContext<unknown>): Next<Bound<DueWork>> {
  const due = { ...service.due, ...(service.jobs && { Job: jobTurn(service) }) };
  return async ({ scope, nodeId, signal, graph }) => {
    const [node] = await graph.get(scope, [nodeId]);
    const isDue = node?.status === 'ACTIVE' && node.dueAt !== null && Date.parse(node.dueAt) <= context.clock.now();
    if (isDue) await due[node.kind]?.({ scope, node }, { ...context, scope, signal, graph });
    return null;
  };
}
