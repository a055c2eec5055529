import type { Scope } from '@agent-mem/contract';
import {
  decodeCursor,
  encodeCursor,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type NeighbourQuery,
  type Page,
} from '@agent-mem/storage';
import { isShown } from './domain/nodes/node-message.ts';
import { inOrder, type Reached, type SortBy, stepScore } from './domain/nodes/reached.ts';

/** Which part of what is around a node to answer. */
export interface NeighbourhoodQuery extends Pick<NeighbourQuery, 'kinds' | 'direction' | 'statuses' | 'minWeight' | 'maxWeight'> {
  /** How many edges away, at most. */
  readonly depth: number;
  readonly sortBy: SortBy;
  readonly limit: number;
  readonly cursor: string | null;
}

/** More edges are not looked at: a node may be joined to everything. */
const mostEdges = 10_000;
const pageSize = 1_000;

/** What is around a node, each node once by a shortest way, cut into pages by position. */
export async function neighbourhood(
  graph: Pick<Graph, 'neighbours'>,
  scope: Scope,
  id: string,
  query: NeighbourhoodQuery,
): Promise<Page<Reached>> {
  const position = decodeCursor(cursorOrder, query.cursor);
  const skipped = typeof position?.value === 'number' ? position.value : 0;
  const found = inOrder(await around(graph, scope, id, query), query.sortBy);
  const items = found.slice(skipped, skipped + query.limit);
  const last = items.at(-1);
  const reached = skipped + items.length;
  const nextCursor = last && reached < found.length ? encodeCursor(cursorOrder, { value: reached, id: last.node.id }) : null;
  return { items, nextCursor };
}

/** A cursor's value is a number where its order is called so. */
const cursorOrder = 'ordinal';

async function around(
  graph: Pick<Graph, 'neighbours'>,
  scope: Scope,
  id: string,
  query: NeighbourhoodQuery,
): Promise<readonly Reached[]> {
  const found = new Map<string, Reached>();
  let edgesLeft = mostEdges;
  let step: readonly { readonly id: string; readonly score: number }[] = [{ id, score: 1 }];
  for (let depth = 1; depth <= query.depth && step.length > 0; depth++) {
    const next = new Map<string, Reached>();
    for (const from of step) {
      const joined = await joinedTo(graph, scope, from.id, query, edgesLeft);
      edgesLeft -= joined.length;
      for (const { edge, node } of joined) {
        if (node.id === id || found.has(node.id) || !isShown(node)) continue;
        const score = from.score * stepScore(edge.weight, depth);
        if (score > (next.get(node.id)?.score ?? -1)) next.set(node.id, { edge, node, depth, score });
      }
      if (edgesLeft <= 0) break;
    }
    for (const [reachedId, reached] of next) found.set(reachedId, reached);
    step = edgesLeft > 0 ? [...next.values()].map(({ node, score }) => ({ id: node.id, score })) : [];
  }
  return [...found.values()];
}

async function joinedTo(graph: Pick<Graph, 'neighbours'>, scope: Scope, id: string, query: NeighbourhoodQuery, most: number) {
  const { kinds, direction, statuses, minWeight, maxWeight } = query;
  const joined: { readonly edge: GraphEdge; readonly node: GraphNode }[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(pageSize, most - joined.length);
    const page: Awaited<ReturnType<Graph['neighbours']>> = await graph.neighbours(scope, id, {
      ...{ kinds, direction, statuses, minWeight, maxWeight },
      limit,
      cursor,
    });
    joined.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && joined.length < most);
  return joined;
}
