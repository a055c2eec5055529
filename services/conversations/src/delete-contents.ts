import type { Scope } from '@agent-mem/contract';
import type { GraphNode, NodeWrite, Status } from '@agent-mem/storage';
import { conversationOf } from './domain/conversation.ts';
import { conversationNode } from './find-conversation.ts';
import type { Context } from './handler.ts';

const batchSize = 200;
const notDeleted: readonly Status[] = ['ACTIVE', 'SUPERSEDED', 'ARCHIVED', 'QUARANTINED', 'EXPIRED'];
const contents = ['Message', 'ToolCall', 'ToolResult', 'Invocation'] as const;

/**
 * Deletes what a conversation in deletion holds, then its node. It may be interrupted anywhere and called again.
 * Until its node is deleted nothing can be appended to it, so nothing that comes later is hit.
 */
export async function deleteContents(
  context: Pick<Context, 'clock' | 'graph' | 'index' | 'metrics'>,
  scope: Scope,
  conversationId: string,
  signal: AbortSignal,
): Promise<void> {
  const { clock, graph, metrics } = context;
  const now = () => new Date(clock.now()).toISOString();
  for (;;) {
    signal.throwIfAborted();
    const query = { kinds: contents, statuses: notDeleted, conversationId, order: 'createdAt', limit: batchSize } as const;
    const { items } = await graph.find(scope, query);
    if (items.length === 0) break;
    await graph.commit(scope, { nodes: items.map((node) => deletion(node, now())) });
    const messages = items.filter((node) => node.kind === 'Message');
    metrics.memories('Message', -messages.length);
    metrics.memories('Invocation', -items.filter((node) => node.kind === 'Invocation').length);
    await context.index(
      scope,
      messages.map((node) => node.id),
      { signal },
    );
  }
  const node = await conversationNode(graph, scope, conversationId);
  if (node?.status === 'ACTIVE' && conversationOf(node).state === 'deleting') {
    await graph.commit(scope, { nodes: [deletion(node, now())] });
  }
}

/** The node as it is, deleted: a restore finds everything. */
function deletion(node: GraphNode, now: string): NodeWrite {
  return {
    id: node.id,
    kind: node.kind,
    status: 'DELETED',
    weight: node.weight,
    conversationId: node.conversationId,
    ordinal: node.ordinal,
    validFrom: node.validFrom,
    validTo: node.validTo,
    createdAt: node.createdAt,
    updatedAt: now,
    indexedVersion: node.indexedVersion,
    properties: node.properties,
    expectedVersion: node.version,
    record: 'deleted',
  };
}
