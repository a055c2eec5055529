import { isCompacted } from '@agent-mem/retention';
import { storedInvocation, storedToolCall, storedToolResult } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { codeUnitOf } from '../code/code-unit.ts';
import type { Conversation } from '../conversation.ts';
import { readMessage } from '../message.ts';
import { summaryOfNode } from '../summary/summary-node.ts';
import type { CallPart, CodePart, ConversationPart, InvocationPart, MessagePart, SummaryPart } from './document.ts';

/** What a document says of a conversation. */
export function conversationPart(conversation: Conversation): ConversationPart {
  const {
    id,
    created_at,
    updated_at,
    state,
    version,
    weight,
    told_messages,
    told_invocations,
    flow,
    deleted_at,
    file_path,
    untitled,
    titled_by,
    ...members
  } = conversation;
  return { id, created_at, updated_at, status: state, ...members, ...(untitled === null && titled_by !== null && { titled_by }) };
}

/** What a document says of a message. `related` holds the nodes of its tool calls and results, `code` those of the code that it is about. */
export function messagePart(
  node: GraphNode,
  related: ReadonlyMap<string, GraphNode>,
  code: readonly GraphNode[] = [],
): MessagePart {
  const { ordinal, tool_call_ids, tool_result_ids: _, ...content } = readMessage(node);
  const isShown = node.status === 'ACTIVE' || node.status === 'ARCHIVED';
  return {
    id: node.id,
    conversation_id: node.conversationId ?? '',
    ordinal,
    base: (node.ordinal ?? 0) - ordinal,
    // The summary that stands in its place is none of the document's.
    status: isCompacted(node) ? 'ACTIVE' : node.status,
    created_at: node.createdAt,
    content: isShown ? content : null,
    tool_calls: isShown ? callParts(tool_call_ids, related) : [],
    ...(isShown && code.length > 0 && { references: code.map(codePart) }),
  };
}

function codePart(node: GraphNode): CodePart {
  return { id: node.id, ...codeUnitOf(node) };
}

function callParts(ids: readonly string[], nodes: ReadonlyMap<string, GraphNode>): readonly CallPart[] {
  const results = [...nodes.values()].filter(({ kind }) => kind === 'ToolResult');
  return ids.flatMap((id) => {
    const node = nodes.get(id);
    if (!node) return [];
    const { message_id: _, ...call } = storedToolCall.read(node.properties);
    const result = results.find(({ properties }) => storedToolResult.read(properties).tool_call_id === id);
    const { tool_call_id: __, ...answer } = storedToolResult.read(result?.properties ?? {});
    const tool_result = result ? { id: result.id, created_at: result.createdAt, ...answer } : null;
    return [{ id, created_at: node.createdAt, ...call, tool_result }];
  });
}

/** What a document says of an invocation. */
export function invocationPart(node: GraphNode): InvocationPart {
  return { id: node.id, created_at: node.createdAt, ...storedInvocation.read(node.properties) };
}

/** What a document says of a summary. */
export function summaryPart(node: GraphNode): SummaryPart {
  return { id: node.id, created_at: node.createdAt, updated_at: node.updatedAt, ...summaryOfNode(node) };
}
