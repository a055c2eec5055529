import { ascending } from '@agent-mem/contract';
import type { EdgesQuery, GraphEdge, GraphNode, GraphStep, NeighbourQuery, NodeQuery } from '../graph.ts';
import type { ScopeGraph } from './scope-graph.ts';

/** Whether a query asks for this node. */
export function matches(node: GraphNode, query: Omit<NodeQuery, 'order' | 'limit'> & Partial<Pick<NodeQuery, 'order'>>): boolean {
  const { from, to } = query.ordinals ?? {};
  if (query.order === 'weight' && node.weight === null) return false;
  if (!isWithin(node.weight, query.weights?.from, query.weights?.to)) return false;
  if (!query.kinds.includes(node.kind) || !(query.statuses ?? ['ACTIVE']).includes(node.status)) return false;
  if (query.conversationId !== undefined && node.conversationId !== query.conversationId) return false;
  if (from !== undefined && (node.ordinal === null || node.ordinal < from)) return false;
  if (to !== undefined && (node.ordinal === null || node.ordinal > to)) return false;
  return Object.entries(query.where ?? {}).every(
    ([member, value]) => Object.hasOwn(node.properties, member) && node.properties[member] === value,
  );
}

/** The edges of a node that a query asks for, each with the node at its other end; in no order. */
export function neighboursOf(graph: ScopeGraph, id: string, query: NeighbourQuery): { edge: GraphEdge; node: GraphNode }[] {
  const found: { edge: GraphEdge; node: GraphNode }[] = [];
  for (const edgeId of graph.touching.get(id) ?? []) {
    const edge = graph.edges.get(edgeId);
    if (!edge || (query.direction === 'out' && edge.from !== id) || (query.direction === 'in' && edge.to !== id)) continue;
    if (query.kinds && !query.kinds.includes(edge.kind)) continue;
    if (!isWithin(edge.weight, query.minWeight, query.maxWeight)) continue;
    const node = graph.nodes.get(edge.from === id ? edge.to : edge.from);
    if (node && (query.statuses ?? ['ACTIVE']).includes(node.status)) found.push({ edge, node });
  }
  return found;
}

/** The edges of several nodes that a query asks for, each once, the earliest first. */
export function edgesAround(graph: ScopeGraph, ids: readonly string[], query: EdgesQuery): readonly GraphEdge[] {
  const found = ids.flatMap((id) => around(graph, id, query));
  const edges = new Map(found.map(({ edge }) => [edge.id, edge]));
  return [...edges.values()]
    .toSorted((a, b) => ascending(a.createdAt, b.createdAt) || ascending(a.id, b.id))
    .slice(0, query.limit);
}

/** The steps from several nodes that a query asks for, in no order. */
export function stepsFrom(graph: ScopeGraph, ids: readonly string[], query: EdgesQuery): readonly GraphStep[] {
  const steps = ids.flatMap((from) =>
    around(graph, from, query).map(({ edge, node }) => {
      return { edgeId: edge.id, from, to: node.id, weight: edge.weight, createdAt: edge.createdAt };
    }),
  );
  return steps.slice(0, query.limit);
}

function around(graph: ScopeGraph, id: string, { exceptKinds = [], ...query }: EdgesQuery) {
  return neighboursOf(graph, id, query).filter(({ node }) => !exceptKinds.includes(node.kind));
}

function isWithin(weight: number | null, from: number | undefined, to: number | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  return weight !== null && weight >= (from ?? weight) && weight <= (to ?? weight);
}
