import { type Filter, OperationError, type Scope } from '@agent-mem/contract';
import { fittingPage } from '@agent-mem/runtime';
import type { Graph, GraphNode, NodeKind, Page, Status } from '@agent-mem/storage';
import { checkWeights } from './learned-weights.ts';
import { passingPage } from './passing-page.ts';
import { filterOf, nodePasses } from './record-filter.ts';

/** What Lists of the contract ask for. */
export interface ListRequest {
  /** None: the active ones. */
  readonly statuses: readonly Status[];
  readonly conversation_id: string | null;
  readonly limit: number;
  readonly cursor: string | null;
  readonly filter: Filter | null;
  /** By weight come only records that have one. */
  readonly sort_by: 'created_at' | 'weight_desc' | 'weight_asc';
  readonly min_weight: number | null;
  readonly max_weight: number | null;
}

/** A page of the scope's records of one kind, by when they were received, newest first, or by weight; it ends early where more would not fit into one answer. */
export function newestRecords<Item>(
  { graph, scope }: { readonly graph: Pick<Graph, 'find'>; readonly scope: Scope },
  kind: NodeKind,
  request: ListRequest,
  recordOf: (node: GraphNode) => Item,
): Promise<Page<Item>> {
  checkWeights(request);
  if (request.sort_by !== 'created_at' && request.conversation_id)
    throw new OperationError('invalid-argument', 'sort_by: by weight it does not go together with conversation_id');
  const order = request.sort_by === 'created_at' ? 'createdAt' : 'weight';
  const find = (limit: number, cursor: string | null) =>
    graph.find(scope, {
      kinds: [kind],
      statuses: request.statuses.length > 0 ? request.statuses : ['ACTIVE'],
      conversationId: request.conversation_id || undefined,
      weights: { from: request.min_weight ?? undefined, to: request.max_weight ?? undefined },
      order,
      descending: request.sort_by !== 'weight_asc',
      limit,
      cursor,
    });
  const filter = filterOf(request.filter);
  const { cursor } = request;
  const passing = async (nodes: readonly GraphNode[]) => nodes.filter((node) => nodePasses(node, filter));
  const page = (limit: number) => (filter ? passingPage({ limit, cursor, order }, find, passing) : find(limit, cursor));
  return fittingPage(request.limit, page, recordOf);
}
