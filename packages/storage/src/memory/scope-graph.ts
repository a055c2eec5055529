import type { GraphEdge, GraphNode, IdempotencyRecord, NodeVersion } from '../graph.ts';
import type { GraphRecord } from '../graph-maintenance.ts';
import { copy } from './copy.ts';

/** What the Graph holds of one scope. */
export interface ScopeGraph {
  readonly nodes: Map<string, GraphNode>;
  readonly edges: Map<string, GraphEdge>;
  /** Edge ids by the nodes they touch. */
  readonly touching: Map<string, Set<string>>;
  readonly history: Map<string, NodeVersion[]>;
  readonly idempotency: Map<string, IdempotencyRecord & { readonly keptAt: string }>;
}

/** Puts an edge in, in place of the one of its id. */
export function link(graph: ScopeGraph, edge: GraphEdge): void {
  const before = graph.edges.get(edge.id);
  if (before) for (const end of [before.from, before.to]) graph.touching.get(end)?.delete(edge.id);
  graph.edges.set(edge.id, edge);
  for (const end of [edge.from, edge.to]) {
    const touching = graph.touching.get(end) ?? new Set();
    graph.touching.set(end, touching.add(edge.id));
  }
}

/** Under what a reply is stored. */
export function recordId(operation: string, key: string): string {
  return JSON.stringify([operation, key]);
}

/** The list under a key, made when it is first asked for. */
export function listIn<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** All of a scope, each kind in order of id. */
export function* recordsOf({ nodes, edges, history, idempotency }: ScopeGraph): Iterable<GraphRecord> {
  const inOrder = <Value>(map: ReadonlyMap<string, Value>) =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  for (const node of inOrder(nodes)) yield copy({ node });
  for (const edge of inOrder(edges)) yield copy({ edge });
  for (const version of inOrder(history).flat()) yield copy({ version });
  for (const reply of inOrder(idempotency)) yield copy({ kept: reply });
}

/** Writes one of them, unless something newer is there. */
export function loadRecord(graph: ScopeGraph, record: GraphRecord): void {
  if ('node' in record) {
    const { node } = record;
    if ((graph.nodes.get(node.id)?.version ?? 0) > node.version) return;
    graph.nodes.set(node.id, { ...node, indexedVersion: node.indexedVersion === null ? null : 0 });
  } else if ('edge' in record) {
    if ((graph.edges.get(record.edge.id)?.version ?? 0) <= record.edge.version) link(graph, record.edge);
  } else if ('version' in record) {
    const { version } = record;
    const others = listIn(graph.history, version.node.id).filter((other) => other.version !== version.version);
    graph.history.set(
      version.node.id,
      [...others, version].sort((a, b) => a.version - b.version),
    );
  } else {
    const id = recordId(record.kept.operation, record.kept.key);
    if ((graph.idempotency.get(id)?.keptAt ?? '') <= record.kept.keptAt) graph.idempotency.set(id, record.kept);
  }
}
