import { type Init, newId, OperationError, type ToolCall, type ToolResult } from '@agent-mem/contract';
import { storedToolCall, storedToolResult } from '@agent-mem/service-kit';
import type { EdgeWrite, GraphNode, JsonObject, NodeWrite } from '@agent-mem/storage';
import { newEdge } from './edge.ts';

/** Nodes and edges of one message's tool calls. */
export interface ToolCallWrites {
  readonly nodes: readonly NodeWrite[];
  readonly edges: readonly EdgeWrite[];
  /** In the order they were made. */
  readonly callIds: readonly string[];
  readonly resultIds: readonly string[];
}

/** What the calls of a message become in the Graph. Refuses a call without a name. */
export function toolCallWrites(
  calls: readonly ToolCall[],
  message: { readonly id: string; readonly conversationId: string },
  now: string,
): ToolCallWrites {
  const nodes: NodeWrite[] = [];
  const edges: EdgeWrite[] = [];
  const callIds: string[] = [];
  const resultIds: string[] = [];
  const nowMs = Date.parse(now);
  const written = { conversationId: message.conversationId, createdAt: now, updatedAt: now, expectedVersion: 0 };
  for (const [index, call] of calls.entries()) {
    if (call.tool_name.trim() === '') throw new OperationError('invalid-argument', `tool_calls[${index}].tool_name: is required`);
    const callId = newId('call', nowMs);
    callIds.push(callId);
    nodes.push({ ...written, id: callId, kind: 'ToolCall', properties: callProperties(call, message.id, now) });
    edges.push(newEdge('MADE_TOOL_CALL', message.id, callId, now));
    if (!call.tool_result) continue;
    const resultId = newId('res', nowMs);
    resultIds.push(resultId);
    nodes.push({ ...written, id: resultId, kind: 'ToolResult', properties: resultProperties(call.tool_result, callId, now) });
    edges.push(newEdge('PRODUCED_RESULT', callId, resultId, now));
  }
  return { nodes, edges, callIds, resultIds };
}

/** The calls of a message as they go over the wire, from the nodes of its calls and results. */
export function toolCallMessages(
  callIds: readonly string[],
  nodes: ReadonlyMap<string, GraphNode>,
  options: { readonly weight: boolean },
): Init<ToolCall>[] {
  const results = new Map<string, GraphNode>();
  for (const node of nodes.values())
    if (node.kind === 'ToolResult') results.set(storedToolResult.read(node.properties).tool_call_id, node);
  return callIds.flatMap((id) => {
    const node = nodes.get(id);
    if (!node) return [];
    const result = results.get(id);
    const call = storedToolCall.read(node.properties);
    return [{ id, ...call, weight: weightOf(node, options), tool_result: result ? resultMessage(result, options) : null }];
  });
}

function callProperties(call: ToolCall, messageId: string, now: string): JsonObject {
  const { arguments: given, timestamp } = call;
  return storedToolCall.write({ ...call, message_id: messageId, arguments: given || '{}', timestamp: timestamp || now });
}

function resultProperties(given: ToolResult, callId: string, now: string): JsonObject {
  const result = given.result || 'null';
  const size = Buffer.byteLength(result);
  const timestamp = given.timestamp || now;
  return storedToolResult.write({ ...given, tool_call_id: callId, result, timestamp, result_size_bytes: size });
}

function resultMessage(node: GraphNode, options: { readonly weight: boolean }): Init<ToolResult> {
  return { id: node.id, ...storedToolResult.read(node.properties), weight: weightOf(node, options) };
}

function weightOf(node: GraphNode, options: { readonly weight: boolean }): number | null {
  return options.weight ? node.weight : null;
}
