import type { Scope } from '@agent-mem/contract';
import { countFitting } from '@agent-mem/runtime';
import type { Graph, GraphNode } from '@agent-mem/storage';
import type { Recall, Recalled } from './recall.ts';
import { firstLeftOut, leftOutFor } from './receipts/left-out-items.ts';

/** Something recalled, by the search index or along an edge. */
type Item = Omit<Recalled, 'hit'>;

/** Something recalled with the node it stands for. */
export type RecalledNode = Item & { readonly node: GraphNode };

/** A recall as it is answered: each item with its node and its record. */
export type HydratedRecall<RecordView> = Omit<Recall, 'items'> & {
  readonly items: readonly (RecalledNode & { readonly record: RecordView })[];
};

/**
 * Makes the records of a recall. What the Graph does not let be shown counts as not found: the index follows it and may still hold what
 * was deleted a moment ago. What one answer cannot carry is left out, the worst first.
 */
export async function hydrateRecall<RecordView>(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  recall: Omit<Recall, 'items'> & { readonly items: readonly Item[] },
  options: { readonly isVisible: (node: GraphNode) => boolean; readonly recordOf: (item: RecalledNode) => RecordView },
): Promise<HydratedRecall<RecordView>> {
  const nodes = await graph.get(
    scope,
    recall.items.map(({ id }) => id),
  );
  const byId = new Map(nodes.filter(options.isVisible).map((node) => [node.id, node]));
  const visible = recall.items.flatMap((item) => {
    const node = byId.get(item.id);
    return node ? [{ ...item, node, record: options.recordOf({ ...item, node }) }] : [];
  });
  const items = visible.slice(0, countFitting(visible.map(({ record }) => record)));
  const cut = visible.slice(items.length);
  const leftOutItems = firstLeftOut(leftOutFor('answer_size', cut), recall.leftOutItems);
  return { ...recall, items, leftOut: recall.leftOut + cut.length, leftOutItems };
}
