import type { Scope } from '@agent-mem/contract';
import {
  decodeCursor,
  type EdgesQuery,
  encodeCursor,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type GraphStep,
  mostEdges,
  nodesById,
  type Page,
} from '@agent-mem/storage';
import { hiddenKinds } from './domain/nodes/node-message.ts';
import { inOrder, type Reached, type SortBy, stepScore } from './domain/nodes/reached.ts';

/** Which part of what is around a node to answer. */
export interface NeighbourhoodQuery extends Pick<EdgesQuery, 'kinds' | 'direction' | 'statuses' | 'minWeight' | 'maxWeight'> {
  /** How many edges away, at most. */
  readonly depth: number;
  readonly sortBy: SortBy;
  readonly limit: number;
  readonly cursor: string | null;
}

/** A cursor's value is a number where its order is called so. */
const cursorOrder = 'ordinal';

/** A node that was found, and the edge that leads to it. */
interface Neighbour extends Reached {
  readonly edge: GraphEdge;
  readonly node: GraphNode;
}

/** What is around a node, each node once by a shortest way, cut into pages by position. A node may be joined to everything: more than `mostEdges` edges are not looked at. */
export async function neighbourhood(
  graph: Pick<Graph, 'stepsFrom' | 'edges' | 'get'>,
  scope: Scope,
  id: string,
  query: NeighbourhoodQuery,
): Promise<Page<Neighbour>> {
  const position = decodeCursor(cursorOrder, query.cursor);
  const skipped = typeof position?.value === 'number' ? position.value : 0;
  const found = inOrder(await around(graph, scope, id, query), query.sortBy);
  const page = found.slice(skipped, skipped + query.limit);
  const last = page.at(-1);
  const reached = skipped + page.length;
  const nextCursor = last && reached < found.length ? encodeCursor(cursorOrder, { value: reached, id: last.step.to }) : null;
  return { items: await whole(graph, scope, page), nextCursor };
}

async function around(
  graph: Pick<Graph, 'stepsFrom'>,
  scope: Scope,
  id: string,
  { depth: mostDepth, kinds, direction, statuses, minWeight, maxWeight }: NeighbourhoodQuery,
): Promise<readonly Reached[]> {
  const found = new Map<string, Reached>();
  let stepsLeft = mostEdges;
  let rim = new Map([[id, 1]]);
  for (let depth = 1; depth <= mostDepth && rim.size > 0 && stepsLeft > 0; depth += 1) {
    const steps = await graph.stepsFrom(scope, [...rim.keys()], {
      ...{ kinds, direction, statuses, minWeight, maxWeight, exceptKinds: hiddenKinds },
      limit: stepsLeft,
    });
    stepsLeft -= steps.length;
    const next = new Map<string, Reached>();
    for (const step of steps) {
      if (step.to === id || found.has(step.to)) continue;
      const score = (rim.get(step.from) ?? 0) * stepScore(step.weight, depth);
      const known = next.get(step.to);
      if (!known || score > known.score || (score === known.score && isEarlier(step, known.step)))
        next.set(step.to, { step, depth, score });
    }
    for (const [reachedId, reached] of next) found.set(reachedId, reached);
    rim = new Map([...next].map(([reachedId, { score }]) => [reachedId, score]));
  }
  return [...found.values()];
}

/** Of two steps of the same score the earlier counts, whatever order the store answers them in. */
function isEarlier(step: GraphStep, other: GraphStep): boolean {
  if (step.createdAt !== other.createdAt) return step.createdAt < other.createdAt;
  return step.edgeId < other.edgeId;
}

/** What is gone since its steps were read is left out. */
async function whole(graph: Pick<Graph, 'edges' | 'get'>, scope: Scope, page: readonly Reached[]): Promise<Neighbour[]> {
  const ends = page.map(({ step }) => step.to);
  const ways = [...new Set(page.map(({ step }) => step.edgeId))];
  const [allEdges, nodes] = await Promise.all([graph.edges(scope, ways), nodesById(graph, scope, ends)]);
  const edges = new Map(allEdges.map((edge) => [edge.id, edge]));
  return page.flatMap((reached) => {
    const edge = edges.get(reached.step.edgeId);
    const node = nodes.get(reached.step.to);
    return edge && node ? [{ ...reached, edge, node }] : [];
  });
}
