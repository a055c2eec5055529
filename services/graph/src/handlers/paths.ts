import type { Handler } from '@agent-mem/service-kit';
import { askedKinds } from '../domain/nodes/asked-kinds.ts';
import { edgeMessage } from '../domain/nodes/edge-message.ts';
import { hiddenKinds, nodeMessage } from '../domain/nodes/node-message.ts';
import { shownNode } from '../shown-node.ts';

/** The shortest ways between two nodes, in either direction of each edge. */
export const paths: Handler<'graph', 'paths', unknown> = async (request, { graph, scope }) => {
  const { include_weights: weight, limit, max_length: maxLength } = request;
  const [from, to] = await Promise.all([shownNode(graph, scope, request.from), shownNode(graph, scope, request.to)]);
  if (from.id === to.id) return { paths: [{ nodes: [nodeMessage(from, { weight })], edges: [] }] };
  const kinds = askedKinds(request.kinds);
  const between = { from: from.id, to: to.id, ...(kinds && { kinds }), exceptKinds: hiddenKinds, maxLength, limit };
  const ways = await graph.shortestWays(scope, between);
  return {
    paths: ways.map(({ nodes, edges }) => ({
      nodes: nodes.map((node) => nodeMessage(node, { weight })),
      edges: edges.map((edge) => edgeMessage(edge, { weight })),
    })),
  };
};
