import type { Scope } from '@agent-mem/contract';
import { allPages, type Graph, type GraphNode } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';

/** The invocations of a conversation by pages, without those that it shows of the one it branched off. */
export function invocationsOf(
  { id, invocation_base }: Pick<Conversation, 'id' | 'invocation_base'>,
  order: { readonly descending: boolean; readonly limit: number },
  { graph, scope }: { readonly graph: Pick<Graph, 'find'>; readonly scope: Scope },
): AsyncGenerator<readonly GraphNode[]> {
  const query = {
    kinds: ['Invocation'],
    statuses: ['ACTIVE', 'ARCHIVED'],
    conversationId: id,
    ordinals: { from: invocation_base + 1 },
    order: 'ordinal',
    ...order,
  } as const;
  return allPages((cursor) => graph.find(scope, { ...query, cursor }));
}
