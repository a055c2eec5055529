import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { FlowModels } from '../model/flow-models.ts';

/** Says whether the flow's model is served. */
export function findModel(models: FlowModels): Handler<'trustgraph', 'find_model', Config> {
  return async ({ flow }) => ({ served: await models.isServed(flow) });
}
