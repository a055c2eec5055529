import type { GraphPurge, GraphPurged } from '../graph-maintenance.ts';
import { holdsAny, standsOnlyFor, survivesPurge } from '../purge.ts';
import type { ScopeGraph } from './scope-graph.ts';

type NamedPurge = Exclude<GraphPurge, 'everything'>;
type Purged = Omit<GraphPurged, 'events'>;

/** What replies and events are searched for. */
export function textsOf({ ids, names = [] }: NamedPurge): ReadonlySet<string> {
  return new Set([...ids, ...names]);
}

/** Empties a scope but for what stays. */
export function purgeAll(graph: ScopeGraph, stays: readonly string[]): Purged {
  const gone = [...graph.nodes.values()].filter(({ id, kind }) => !survivesPurge.includes(kind) && !stays.includes(id));
  const nodes = gone.map(({ id }) => id);
  const purged = {
    nodes: nodes.length,
    edges: graph.edges.size,
    versions: [...graph.history.values()].flat().length,
    replies: [...graph.idempotency.values()].map(({ operation, key }) => ({ operation, key })),
  };
  for (const id of nodes) graph.nodes.delete(id);
  for (const part of [graph.edges, graph.touching, graph.history, graph.idempotency]) part.clear();
  return purged;
}

function dropStates(graph: ScopeGraph, { conversationId, kinds }: NonNullable<NamedPurge['statesOf']>): number {
  let dropped = 0;
  for (const [id, states] of graph.history) {
    const left = states.filter(({ node }) => node.conversationId !== conversationId || !kinds.includes(node.kind));
    dropped += states.length - left.length;
    graph.history.set(id, left);
  }
  return dropped;
}

/** Takes nodes out, with all that hangs on them. */
export function purgeNodes(graph: ScopeGraph, what: NamedPurge): Purged {
  const asked = new Set(what.ids);
  const uniqueKeys = [...graph.nodes.values()].filter(({ kind, properties }) => {
    return kind === 'Guard' && standsOnlyFor(properties, asked);
  });
  const gone = new Set([...asked, ...uniqueKeys.map(({ id }) => id)]);
  const nodes = [...gone].filter((id) => graph.nodes.delete(id)).length;
  const edges = [...graph.edges.values()].filter(({ from, to }) => gone.has(from) || gone.has(to));
  for (const { id, from, to } of edges) {
    graph.edges.delete(id);
    for (const end of [from, to]) graph.touching.get(end)?.delete(id);
  }
  let versions = 0;
  for (const id of gone) {
    versions += graph.history.get(id)?.length ?? 0;
    graph.history.delete(id);
  }
  if (what.statesOf) versions += dropStates(graph, what.statesOf);
  const texts = textsOf(what);
  const replies = [...graph.idempotency].filter(([, { reply }]) => holdsAny(reply, texts));
  for (const [id] of replies) graph.idempotency.delete(id);
  return { nodes, edges: edges.length, versions, replies: replies.map(([, { operation, key }]) => ({ operation, key })) };
}
