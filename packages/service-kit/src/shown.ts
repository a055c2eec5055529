import type { Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';
import type { Recall, Recalled } from './recall.ts';

/** A recall whose items come with the nodes they stand for. */
export type ShownRecall = Omit<Recall, 'items'> & { readonly items: readonly (Recalled & { readonly node: GraphNode })[] };

/** Keeps of a recall what may be shown by the Graph: the index follows it, and may still hold what was deleted a moment ago. */
export async function shown(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  found: Recall,
  mayShow: (node: GraphNode) => boolean,
): Promise<ShownRecall> {
  const nodes = await graph.get(
    scope,
    found.items.map(({ id }) => id),
  );
  const byId = new Map(nodes.filter(mayShow).map((node) => [node.id, node]));
  const items = found.items.flatMap((item) => {
    const node = byId.get(item.id);
    return node ? [{ ...item, node }] : [];
  });
  return { ...found, items, leftOut: found.leftOut + found.items.length - items.length };
}
