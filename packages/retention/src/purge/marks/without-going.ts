import type { Scope } from '@agent-mem/contract';
import { type GoingMemory, isGoing } from '@agent-mem/policy';
import type { Graph, GraphNode } from '@agent-mem/storage';

/**
 * A Graph in which what is being purged is found no more. A page may hold less than its limit. `going` is asked at the first read, beside it, and
 * answers the same from then on.
 */
export function withoutGoing(graph: Graph, going: () => Promise<readonly GoingMemory[]>): Graph {
  const rest = async <Value>(
    read: Promise<Value>,
    of: (value: Value, purges: readonly GoingMemory[]) => Value | Promise<Value>,
  ) => {
    const [value, purges] = await Promise.all([read, going()]);
    return purges.length === 0 ? value : of(value, purges);
  };
  const stays = (purges: readonly GoingMemory[]) => (node: GraphNode) => !isGoing(purges, node);
  const staying = async (scope: Scope, ids: readonly string[], purges: readonly GoingMemory[]) => {
    const nodes = await graph.get(scope, [...new Set(ids)]);
    return new Set(nodes.filter(stays(purges)).map(({ id }) => id));
  };
  return {
    commit: (scope, change) => graph.commit(scope, change),
    get: (scope, ids) => rest(graph.get(scope, ids), (nodes, purges) => nodes.filter(stays(purges))),
    find: (scope, query) =>
      rest(graph.find(scope, query), (page, purges) => ({ ...page, items: page.items.filter(stays(purges)) })),
    count: (scope, query) => graph.count(scope, query),
    edges: (scope, ids) => graph.edges(scope, ids),
    neighbours: (scope, id, query) =>
      rest(graph.neighbours(scope, id, query), (page, purges) => {
        const isStaying = stays(purges);
        return { ...page, items: page.items.filter(({ node }) => isStaying(node)) };
      }),
    edgesAround: (scope, ids, query) =>
      rest(graph.edgesAround(scope, ids, query), async (edges, purges) => {
        const all = edges.flatMap(({ from, to }) => [from, to]);
        const ends = await staying(scope, all, purges);
        return edges.filter(({ from, to }) => ends.has(from) && ends.has(to));
      }),
    stepsFrom: (scope, ids, query) =>
      rest(graph.stepsFrom(scope, ids, query), async (steps, purges) => {
        const all = steps.map(({ to }) => to);
        const ends = await staying(scope, all, purges);
        return steps.filter(({ to }) => ends.has(to));
      }),
    shortestWays: (scope, query) =>
      rest(graph.shortestWays(scope, query), (ways, purges) => ways.filter(({ nodes }) => nodes.every(stays(purges)))),
    history: (scope, id) =>
      rest(graph.history(scope, id), async (versions, purges) => ((await staying(scope, [id], purges)).has(id) ? versions : [])),
    idempotencyRecord: (scope, operation, key) => graph.idempotencyRecord(scope, operation, key),
    markIndexed: (scope, marks) => graph.markIndexed(scope, marks),
    saveConversation: (scope, conversationId) => graph.saveConversation(scope, conversationId),
  };
}
