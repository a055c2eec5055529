import { OperationError } from '@agent-mem/contract';
import { archivedBy, isCompacted, summaryFor, type Undoing } from '@agent-mem/retention';
import type { Handler, HandlerContext } from '@agent-mem/service-kit';
import { type GraphNode, nodeOfWrite } from '@agent-mem/storage';
import { undoCompaction } from '../compaction/undo-compaction.ts';
import type { Config } from '../config.ts';
import { nodeMessage } from '../domain/nodes/node-message.ts';
import { shownNode } from '../shown-node.ts';

/** Undoes the compaction that a node is the summary of, or was archived by. What was archived otherwise is restored by the service that owns it. */
export const restore: Handler<'graph', 'restore', Config> = async (request, context) => {
  const { graph, scope } = context;
  const node = await shownNode(graph, scope, request.id);
  const summary = node.kind === 'Summary' ? node : await summaryFor(graph, scope, node);
  if (summary) return undo(node, summary, context);
  if (node.status === 'ACTIVE') return { node: nodeMessage(node, { weight: true }), restored_ids: [] };
  const why = isCompacted(node) ? 'compaction, whose summary is gone' : (archivedBy(node) ?? 'its conversation');
  const how = `archived by ${why}: ${node.kind} nodes are restored by the service that owns them`;
  throw new OperationError('failed-precondition', `restore.id: ${node.id} is ${node.status}, ${how}`);
};

function undo(node: GraphNode, summary: GraphNode, context: HandlerContext<Config>) {
  const replyTo = ({ nodes, originals }: Undoing) => {
    const write = nodes.find(({ id }) => id === node.id);
    const shown = write ? nodeOfWrite(write, node.version) : node;
    return { node: nodeMessage(shown, { weight: true }), restored_ids: originals.map(({ id }) => id) };
  };
  return undoCompaction(summary, replyTo, context);
}
