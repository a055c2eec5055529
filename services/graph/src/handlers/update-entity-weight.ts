import type { Handler } from '@agent-mem/service-kit';
import { findEntity } from '../weights/find-entity.ts';
import { weighing } from '../weights/weigh.ts';

/** Gives a node or an edge a weight and stores what it was before. The weight that it has already changes nothing. */
export const updateEntityWeight: Handler<'graph', 'update_entity_weight', unknown> = async (request, context) => {
  const { graph, scope, clock } = context;
  const { entity_id, entity_type, changed_by, reason } = request;
  // The contract requires a weight.
  const weight = request.weight as number;
  const entity = await findEntity(graph, scope, entity_type, entity_id);
  const to = { weight, changedBy: changed_by || 'caller', reason: reason ?? '' };
  const reply = { status: 'success', entity_id: entity.id, new_weight: weight };
  await graph.commit(scope, entity.weight === weight ? {} : weighing(entity, to, new Date(clock.now()).toISOString()), reply);
  return reply;
};
