import type { Scope } from '@agent-mem/contract';
import { fittingPage } from '@agent-mem/runtime';
import type { Graph, GraphNode, NodeKind, Page, Status } from '@agent-mem/storage';

/** What Lists of the contract ask for. */
export interface ListRequest {
  /** None: the active ones. */
  readonly statuses: readonly Status[];
  readonly conversation_id: string | null;
  readonly limit: number;
  readonly cursor: string | null;
}

/** A page of the scope's records of one kind, by when they were received, newest first; it ends early where more would not fit into one answer. */
export function newestRecords<Item>(
  { graph, scope }: { readonly graph: Pick<Graph, 'find'>; readonly scope: Scope },
  kind: NodeKind,
  request: ListRequest,
  recordOf: (node: GraphNode) => Item,
): Promise<Page<Item>> {
  const find = (limit: number) =>
    graph.find(scope, {
      kinds: [kind],
      statuses: request.statuses.length > 0 ? request.statuses : ['ACTIVE'],
      conversationId: request.conversation_id || undefined,
      order: 'createdAt',
      descending: true,
      limit,
      cursor: request.cursor,
    });
  return fittingPage(request.limit, find, recordOf);
}
