import type { Scope } from '@agent-mem/contract';
import type { GoingMemory } from '@agent-mem/policy';
import { lifetimesFor, quotasFor, withoutGoing } from '@agent-mem/retention';
import type { JsonObject, NodeWrite } from '@agent-mem/storage';
import type { ServiceContext } from '../../context.ts';
import type { AnyService } from '../../service.ts';
import { ownGraph } from '../own-graph.ts';
import type { Bound, Next, Work } from '../work.ts';

/** Gives the handler the Graph that its service may write. Where another process had the effect first, its answer is the answer. */
export function boundGraph<Own extends Work & { going?(): Promise<readonly GoingMemory[]> }>(
  service: AnyService,
  context: ServiceContext<unknown>,
  next: Next<Bound<Own>>,
): Next<Own> {
  const { derivedFrom } = service;
  const limits = {
    ...quotasFor(service, context),
    ...lifetimesFor(service, context),
    ...(derivedFrom && { derivedFrom: (scope: Scope, nodes: readonly NodeWrite[]) => derivedFrom(nodes, { ...context, scope }) }),
  };
  return async (work) => {
    let earlier: JsonObject | null = null;
    const onRepeat = (answer: JsonObject) => {
      earlier = answer;
    };
    const { traceparent, effect } = work;
    const bound = effect && { ...effect, onRepeat };
    const graph = work.going ? withoutGoing(context.graph, work.going) : context.graph;
    const answer = await next({ ...work, graph: ownGraph(graph, service, { effect: bound, traceparent, ...limits }) });
    return answer && (earlier ?? answer);
  };
}
