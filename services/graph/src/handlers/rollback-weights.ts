import type { Handler } from '@agent-mem/service-kit';
import { weighing } from '../weights/weigh.ts';
import { weightsAt } from '../weights/weights-at.ts';

/** So many go into one commit. */
const batch = 500;

/** Sets the weights of a scope back to what they were at a time. Each is a change of its own, so that this can be rolled back too. */
export const rollbackWeights: Handler<'graph', 'rollback_weights', unknown> = async (request, context) => {
  const { graph, scope, clock } = context;
  const changed = await weightsAt(graph, scope, request.to);
  const now = new Date(clock.now()).toISOString();
  const reply = { changed: changed.length };
  const writes = changed.map(({ entity, weight }) =>
    weighing(entity, { weight, changedBy: 'rollback', reason: `to ${request.to}` }, now),
  );
  // What a crash leaves undone is done by the repeat: it finds the others as they were.
  for (let start = 0; start + batch < writes.length; start += batch)
    await graph.commit(scope, together(writes.slice(start, start + batch)));
  await graph.commit(scope, together(writes.slice(Math.floor(Math.max(0, writes.length - 1) / batch) * batch)), reply);
  return reply;
};

function together(writes: readonly ReturnType<typeof weighing>[]) {
  return { nodes: writes.flatMap(({ nodes }) => nodes), edges: writes.flatMap(({ edges }) => edges) };
}
