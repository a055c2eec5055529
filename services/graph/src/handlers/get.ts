import type { Handler } from '@agent-mem/service-kit';
import { nodeMessage } from '../domain/nodes/node-message.ts';
import { shownNode } from '../shown-node.ts';

/** One node by its id. */
export const get: Handler<'graph', 'get', unknown> = async ({ id, include_weights }, { graph, scope }) => ({
  node: nodeMessage(await shownNode(graph, scope, id), { weight: include_weights }),
});
