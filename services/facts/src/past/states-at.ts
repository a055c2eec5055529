import { batchesOf, type Scope } from '@agent-mem/contract';
import { nodePasses, passingPage } from '@agent-mem/recall';
import {
  type AttributeFilter,
  encodeCursor,
  everyStatus,
  type Graph,
  type GraphNode,
  type NodeVersion,
  type Page,
  type Status,
} from '@agent-mem/storage';

/** Most histories read at once. */
const atOnce = 32;

type Reads = Pick<Graph, 'find' | 'history'>;

/** Nodes as they were at a time (milliseconds since 1970), by their recorded states; those that were not there are left out. */
export async function statesAt(
  graph: Reads,
  scope: Scope,
  nodes: readonly GraphNode[],
  at: number,
): Promise<readonly GraphNode[]> {
  const states: GraphNode[] = [];
  const there = nodes.filter(({ createdAt }) => Date.parse(createdAt) <= at);
  for (const some of batchesOf(there, atOnce)) {
    const found = await Promise.all(some.map(async ({ id }) => stateAt(await graph.history(scope, id), at)));
    states.push(...found.filter((state) => state !== null));
  }
  return states;
}

/** The state a node was in; `null`: it was not there. */
function stateAt(history: readonly NodeVersion[], at: number): GraphNode | null {
  return history.findLast(({ recordedAt }) => Date.parse(recordedAt) <= at)?.node ?? null;
}

/** A page of facts as they were at a time, by when they were received, newest first. */
export async function factsAt(
  graph: Reads,
  scope: Scope,
  query: {
    readonly at: number;
    readonly statuses: readonly Status[];
    readonly conversationId: string | null;
    readonly limit: number;
    readonly cursor: string | null;
    readonly filter: AttributeFilter | null;
  },
): Promise<Page<GraphNode>> {
  const { at, statuses, conversationId, filter, limit } = query;
  const find = (most: number, cursor: string | null) =>
    graph.find(scope, {
      kinds: ['Fact'],
      // What was believed once may be anything now.
      statuses: everyStatus,
      conversationId: conversationId ?? undefined,
      order: 'createdAt',
      descending: true,
      limit: most,
      cursor,
    });
  const then = async (nodes: readonly GraphNode[]) => {
    const states = await statesAt(graph, scope, nodes, at);
    return states.filter((state) => statuses.includes(state.status) && nodePasses(state, filter));
  };
  const cursor = query.cursor ?? encodeCursor('createdAt', { value: new Date(at).toISOString(), id: '\uffff' });
  return passingPage({ limit, cursor, order: 'createdAt' }, find, then);
}

/** Facts that were received by a time and have changed since, so that they may not be found any more as they were; the newest changes first. */
export async function retiredSince(graph: Reads, scope: Scope, at: number, most: number): Promise<readonly GraphNode[]> {
  const since = new Date(at).toISOString();
  const retired: GraphNode[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<GraphNode> = await graph.find(scope, {
      kinds: ['Fact'],
      statuses: everyStatus.filter((status) => status !== 'ACTIVE'),
      order: 'updatedAt',
      descending: true,
      limit: Math.min(most, 200),
      cursor,
    });
    const recent = page.items.filter(({ updatedAt }) => updatedAt > since);
    retired.push(...recent.filter(({ createdAt }) => createdAt <= since));
    cursor = recent.length < page.items.length ? null : page.nextCursor;
  } while (cursor !== null && retired.length < most);
  return retired.slice(0, most);
}
