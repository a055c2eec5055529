import type { Scope } from '@agent-mem/contract';
import { storedInvocation } from '@agent-mem/service-kit';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { readMessage, relatedIds } from '../domain/message.ts';

/** What says what a message says, of the same moment. */
export interface SaidWith {
  /** Its tool calls and their results. */
  readonly calls: readonly GraphNode[];
  /** The invocation that it is the question or the answer of; `null`: it is of none. */
  readonly invocation: GraphNode | null;
}

/** Reads it, whatever its status. */
export async function saidWith(graph: Pick<Graph, 'get'>, scope: Scope, message: GraphNode): Promise<SaidWith> {
  const { invocation_id } = readMessage(message).metadata;
  const nodes = await graph.get(scope, [...relatedIds(message), ...(invocation_id ? [invocation_id] : [])]);
  const calls = nodes.filter(({ kind }) => kind === 'ToolCall' || kind === 'ToolResult');
  // A caller may put any name into the metadata of a message.
  const isOf = ({ kind, properties }: GraphNode) =>
    kind === 'Invocation' && storedInvocation.read(properties).message_ids?.includes(message.id);
  return { calls, invocation: nodes.find(isOf) ?? null };
}
