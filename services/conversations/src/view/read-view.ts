import type { Scope } from '@agent-mem/contract';
import { allPages, everyStatus, type Graph, type GraphNode, type NodeQuery } from '@agent-mem/storage';
import type { Counted } from '../domain/view/shared-start.ts';
import { compareMarks, endOf, isBetween, type Part, type Run, standsByOrdinals } from '../domain/view/view.ts';

/** A message and its place in a view, from 1. */
export interface PlacedMessage {
  readonly position: number;
  readonly node: GraphNode;
}

/** How a view is read. */
export interface ReadingOrder {
  readonly newestFirst: boolean;
  /** Only what stands after this position, or before it if the newest come first. */
  readonly beyond: number | null;
  /** Messages asked of the store at once, 1 to 1,000. */
  readonly pageSize: number;
}

/** The messages that a view shows, one by one, also those that were deleted. */
export async function* readView(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  { view, count }: Counted,
  order: ReadingOrder,
): AsyncGenerator<PlacedMessage> {
  for (const part of order.newestFirst ? view.toReversed() : view) {
    const end = endOf(view, part, count);
    if (order.beyond !== null && (order.newestFirst ? part.start + 1 >= order.beyond : end <= order.beyond)) continue;
    if (standsByOrdinals(part)) for (const run of part.runs) yield* readRun(graph, scope, run, order);
    else yield* readMerged(graph, scope, { part, end }, order);
  }
}

/** Of one run the ordinals are the positions: reading begins where it is asked to. */
async function* readRun(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  run: Run,
  { newestFirst, beyond, pageSize }: ReadingOrder,
): AsyncGenerator<PlacedMessage> {
  const from = newestFirst || beyond === null ? run.from : Math.max(run.from, beyond + 1);
  const to = newestFirst && beyond !== null ? Math.min(run.to ?? beyond - 1, beyond - 1) : run.to;
  if (to !== null && to < from) return;
  const paging = { order: 'ordinal', descending: newestFirst, limit: pageSize } as const;
  for await (const node of nodesOfRun(graph, scope, { ...run, from, to }, paging))
    yield { position: (node.ordinal ?? 0) - run.base, node };
}

/** Of several runs the positions are counted, so that reading begins at an end of the part. */
async function* readMerged(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  { part, end }: { readonly part: Part; readonly end: number },
  { newestFirst, beyond, pageSize }: ReadingOrder,
): AsyncGenerator<PlacedMessage> {
  const paging = { order: 'createdAt', descending: newestFirst, limit: pageSize } as const;
  const sources = part.runs.map((run) => nodesOfRun(graph, scope, run, paging));
  let position = newestFirst ? end + 1 : part.start;
  for await (const node of inOrder(sources, newestFirst)) {
    position += newestFirst ? -1 : 1;
    if (beyond !== null && (newestFirst ? position >= beyond : position <= beyond)) continue;
    yield { position, node };
  }
}

async function* nodesOfRun(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  run: Run,
  paging: Pick<NodeQuery, 'order' | 'descending' | 'limit'>,
): AsyncGenerator<GraphNode> {
  const { conversation, base, from, to } = run;
  const ordinals = { from: base + from, ...(to === null ? {} : { to: base + to }) };
  const query: NodeQuery = { kinds: ['Message'], statuses: everyStatus, conversationId: conversation, ordinals, ...paging };
  for await (const nodes of allPages((cursor) => graph.find(scope, { ...query, cursor })))
    for (const node of nodes) if (isBetween(run, node)) yield node;
}

/** Several ordered sources as one, by their marks; what more than one of them has comes once. */
async function* inOrder(sources: readonly AsyncGenerator<GraphNode>[], newestFirst: boolean): AsyncGenerator<GraphNode> {
  const heads = await Promise.all(sources.map((source) => source.next()));
  let former: string | null = null;
  for (;;) {
    let best: { readonly index: number; readonly node: GraphNode } | null = null;
    for (const [index, head] of heads.entries()) {
      if (head.done) continue;
      const compared: number = best === null ? -1 : compareMarks(head.value, best.node) * (newestFirst ? -1 : 1);
      if (compared < 0) best = { index, node: head.value };
    }
    if (best === null) return;
    if (best.node.id !== former) yield best.node;
    former = best.node.id;
    heads[best.index] = await (sources[best.index] as AsyncGenerator<GraphNode>).next();
  }
}
