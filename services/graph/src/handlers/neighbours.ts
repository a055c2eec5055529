import { checkWeights } from '@agent-mem/recall';
import type { Handler } from '@agent-mem/service-kit';
import { askedKinds } from '../domain/nodes/asked-kinds.ts';
import { edgeMessage } from '../domain/nodes/edge-message.ts';
import { isShown, nodeMessage } from '../domain/nodes/node-message.ts';
import { neighbourhood } from '../neighbourhood.ts';
import { shownNode } from '../shown-node.ts';

const sorts = { created_at: 'createdAt', weight_desc: 'weightDescending', weight_asc: 'weightAscending' } as const;

/** The nodes joined to one. Those one edge away come as the store has them in order; of wider ones a page is cut from what was found around. */
export const neighbours: Handler<'graph', 'neighbours', unknown> = async (request, { graph, scope }) => {
  const { depth, sort_by, limit, cursor, include_weights: weight } = request;
  checkWeights(request);
  const start = await shownNode(graph, scope, request.id);
  const query = {
    kinds: askedKinds(request.kinds),
    direction: request.direction,
    statuses: request.include_archived ? (['ACTIVE', 'ARCHIVED'] as const) : (['ACTIVE'] as const),
    minWeight: request.min_weight ?? undefined,
    maxWeight: request.max_weight ?? undefined,
  };
  if (depth === 1 && sort_by !== 'score') {
    const page = await graph.neighbours(scope, start.id, { ...query, sort: sorts[sort_by], limit, cursor });
    const items = page.items.filter(({ node }) => isShown(node));
    return {
      neighbours: items.map(({ edge, node }) => ({
        edge: edgeMessage(edge, { weight }),
        node: nodeMessage(node, { weight }),
        depth: 1,
      })),
      next_cursor: page.nextCursor,
    };
  }
  const page = await neighbourhood(graph, scope, start.id, { ...query, depth, sortBy: sort_by, limit, cursor });
  return {
    neighbours: page.items.map((item) => ({
      edge: edgeMessage(item.edge, { weight }),
      node: nodeMessage(item.node, { weight, ...(sort_by === 'score' && { score: item.score }) }),
      depth: item.depth,
    })),
    next_cursor: page.nextCursor,
  };
};
