import type { Scope } from '@agent-mem/contract';
import { deletedNode } from '@agent-mem/retention';
import { allPages, everyStatus, type GraphNode } from '@agent-mem/storage';
import { conversationOf } from '../domain/conversation.ts';
import { viewOf } from '../domain/view/view.ts';
import { conversationNode } from '../find-conversation.ts';
import type { Context } from '../handler.ts';
import { nodesShownElsewhere } from '../view/shown-elsewhere.ts';

const batchSize = 200;
/** What has expired stays so, and does not come back with its conversation. */
const inUse = everyStatus.filter((status) => status !== 'DELETED' && status !== 'EXPIRED');
/** The kinds of what goes, and comes back, with its conversation. */
export const contentKinds = ['Message', 'ToolCall', 'ToolResult', 'Invocation', 'Insight', 'ConversationSummary'] as const;

/** What deletion needs, of a request or of a job. */
export type DeletionContext = Pick<Context, 'caller' | 'clock' | 'graph' | 'index' | 'metrics'>;

/**
 * Deletes what a conversation in deletion holds, then its node. It may be interrupted anywhere and called again.
 * Until its node is deleted nothing can be appended to it, so nothing that comes later is hit. What another conversation shows stays until
 * that one is deleted too. Rejects with `VersionConflict` when another process has finished the deletion, or restored the conversation, meanwhile.
 */
export async function deleteContents(
  context: DeletionContext,
  scope: Scope,
  conversationId: string,
  signal: AbortSignal,
): Promise<void> {
  const { clock, graph } = context;
  const node = await conversationNode(graph, scope, conversationId);
  if (node?.status !== 'ACTIVE' || conversationOf(node).state !== 'deleting') return;
  await undoCompactions(context, scope, conversationId, signal);
  await deleteUnshown(context, scope, { of: node, expect: [node] }, signal);
  const others = viewOf(conversationOf(node)).flatMap(({ runs }) => runs.map(({ conversation }) => conversation));
  for (const id of new Set(others)) {
    const other = await conversationNode(graph, scope, id);
    if (other?.status === 'DELETED') await deleteUnshown(context, scope, { of: other, expect: [node, other] }, signal);
  }
  await graph.commit(scope, { nodes: [deletedNode({ ...node, dueAt: null }, new Date(clock.now()).toISOString())] });
}

/** What summaries stand for is deleted by itself: they would say it on. */
async function undoCompactions(
  { caller, graph }: DeletionContext,
  scope: Scope,
  conversationId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { items } = await graph.find(scope, { kinds: ['Summary'], conversationId, order: 'createdAt', limit: 1 });
    const [summary] = items;
    if (!summary) return;
    const { workspace, user, collection } = scope;
    await caller.call('graph', 'restore', { workspace, user, collection, id: summary.id }, { signal });
  }
}

/** What is deleted, and the conversations that each commit holds to what was read of them: one that was restored since must lose nothing. */
interface Unshown {
  readonly of: GraphNode;
  readonly expect: readonly GraphNode[];
}

async function deleteUnshown(
  { clock, graph, index, metrics }: DeletionContext,
  scope: Scope,
  { of, expect }: Unshown,
  signal: AbortSignal,
): Promise<void> {
  const conversationId = conversationOf(of).id;
  const expected = expect.map(({ id, version }) => ({ id, version }));
  const shown = await nodesShownElsewhere(graph, scope, conversationId);
  const query = { kinds: contentKinds, statuses: inUse, conversationId, order: 'createdAt', limit: batchSize } as const;
  for await (const nodes of allPages((cursor) => graph.find(scope, { ...query, cursor }))) {
    signal.throwIfAborted();
    const unshown = nodes.filter(({ id }) => !shown.has(id));
    if (unshown.length === 0) continue;
    const now = new Date(clock.now()).toISOString();
    await graph.commit(scope, { nodes: unshown.map((node) => deletedNode({ ...node, dueAt: null }, now)), expect: expected });
    const messages = unshown.filter((node) => node.kind === 'Message');
    const found = unshown.filter((node) => node.kind === 'Message' || node.kind === 'ConversationSummary');
    metrics.memories('Message', -messages.length);
    metrics.memories('Invocation', -unshown.filter((node) => node.kind === 'Invocation').length);
    await index(
      scope,
      found.map((node) => node.id),
      { signal },
    );
  }
}
