import { batchesOf, OperationError } from '@agent-mem/contract';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { weightsKnownFrom } from '../jobs/forget-weight-changes.ts';
import { weighing } from '../weights/weigh.ts';
import { weightsAt } from '../weights/weights-at.ts';

/** So many go into one commit. */
const batch = 500;

/** Sets the weights of a scope back to what they were at a time. Each is a change of its own, so that this can be rolled back too. */
export const rollbackWeights: Handler<'graph', 'rollback_weights', Config> = async (request, context) => {
  const { config, graph, scope, clock } = context;
  const from = weightsKnownFrom(config, clock.now());
  // What changed before is not known any more: it would be passed over.
  if (from !== null && Date.parse(request.to) < Date.parse(from))
    throw new OperationError(
      'invalid-argument',
      `rollback_weights.to: changes of weights are stored for ${config.WEIGHT_HISTORY_DAYS} days (WEIGHT_HISTORY_DAYS); give a time from ${from} on`,
    );
  const changed = await weightsAt(graph, scope, request.to);
  const now = new Date(clock.now()).toISOString();
  const reply = { changed: changed.length };
  const writes = changed.map(({ entity, weight }) =>
    weighing(entity, { weight, changedBy: 'rollback', reason: `to ${request.to}` }, now),
  );
  // What a crash leaves undone is done by the repeat: it finds the others as they were.
  const batches = [...batchesOf(writes, batch)];
  const last = batches.pop() ?? [];
  for (const some of batches) await graph.commit(scope, together(some));
  await graph.commit(scope, together(last), reply);
  return reply;
};

function together(writes: readonly ReturnType<typeof weighing>[]) {
  return { nodes: writes.flatMap(({ nodes }) => nodes), edges: writes.flatMap(({ edges }) => edges) };
}
