import type { Scope } from '@agent-mem/contract';
import { countFitting } from '@agent-mem/runtime';
import type { Graph, GraphNode } from '@agent-mem/storage';
import type { Recall, Recalled } from './recall.ts';

/** Something recalled, by the search index or along an edge. */
type Item = Omit<Recalled, 'hit'>;

/** Something recalled with the node it stands for. */
export type Found = Item & { readonly node: GraphNode };

/** A recall as it is answered: each item with its node and its record. */
export type ShownRecall<Shown> = Omit<Recall, 'items'> & { readonly items: readonly (Found & { readonly record: Shown })[] };

/**
 * Makes the records of a recall. What the Graph does not let be shown counts as not found: the index follows it and may still hold what
 * was deleted a moment ago. What one answer cannot carry is left out, the worst first.
 */
export async function shown<Shown>(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  found: Omit<Recall, 'items'> & { readonly items: readonly Item[] },
  show: { readonly mayShow: (node: GraphNode) => boolean; readonly recordOf: (item: Found) => Shown },
): Promise<ShownRecall<Shown>> {
  const nodes = await graph.get(
    scope,
    found.items.map(({ id }) => id),
  );
  const byId = new Map(nodes.filter(show.mayShow).map((node) => [node.id, node]));
  const visible = found.items.flatMap((item) => {
    const node = byId.get(item.id);
    return node ? [{ ...item, node, record: show.recordOf({ ...item, node }) }] : [];
  });
  const items = visible.slice(0, countFitting(visible.map(({ record }) => record)));
  return { ...found, items, leftOut: found.leftOut + visible.length - items.length };
}
