import { ascending, OperationError, type Scope } from '@agent-mem/contract';
import { compactedKinds, saidKinds } from '@agent-mem/retention';
import { storedInvocation, storedMessage } from '@agent-mem/service-kit';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { saidAt } from '../domain/compaction/matter.ts';
import { namedNodes } from '../named-nodes.ts';
import { readNodes } from './read-nodes.ts';

/** Most nodes that one summary stands for. */
const mostCompacted = 1_000;

/**
 * What ids stand for, in order of time; an invocation for its messages and their tool calls that are active. Throws `not-found` for an id that is not
 * there, `failed-precondition` for a node that is not active, and `invalid-argument` for what one summary cannot stand for.
 */
export async function compactedNodes(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly GraphNode[]> {
  const named = await namedNodes(graph, scope, ids);
  const missing = ids.find((id) => !named.has(id) || named.get(id)?.status === 'DELETED');
  if (missing !== undefined) throw new OperationError('not-found', `trigger_compaction.node_ids: ${missing} not found`);
  const given = [...new Map([...named.values()].map((node) => [node.id, node])).values()];
  const invocations = given.filter(({ kind }) => kind === 'Invocation');
  const own = given.filter(({ kind }) => kind !== 'Invocation');
  const said = await saidIn(graph, scope, invocations);
  const nodes = [...new Map([...own, ...said].map((node) => [node.id, node])).values()];
  refuse(own, nodes);
  return nodes.toSorted(
    (a, b) => ascending(saidAt(a), saidAt(b)) || (a.ordinal ?? 0) - (b.ordinal ?? 0) || ascending(a.id, b.id),
  );
}

/** The messages and tool calls of invocations that are active. */
async function saidIn(graph: Pick<Graph, 'get'>, scope: Scope, invocations: readonly GraphNode[]): Promise<readonly GraphNode[]> {
  const ids = invocations.flatMap(({ properties }) => storedInvocation.read(properties).message_ids ?? []);
  const messages = [...(await readNodes(ids, { graph, scope })).values()];
  const calls = messages.flatMap(({ properties }) => {
    const { tool_call_ids, tool_result_ids } = storedMessage.read(properties);
    return [...tool_call_ids, ...tool_result_ids];
  });
  const said = [...messages, ...(await readNodes(calls, { graph, scope })).values()];
  return said.filter(({ status }) => status === 'ACTIVE');
}

function refuse(own: readonly GraphNode[], nodes: readonly GraphNode[]): void {
  const foreign = own.find(({ kind }) => !compactedKinds.includes(kind));
  if (foreign) throw refusal(`${foreign.id} is a ${foreign.kind}; compacted are ${compactedKinds.join(', ')} and Invocation`);
  const inactive = own.find(({ status }) => status !== 'ACTIVE');
  if (inactive)
    throw new OperationError(
      'failed-precondition',
      `trigger_compaction.node_ids: ${inactive.id} is ${inactive.status}, not ACTIVE`,
    );
  if (nodes.length === 0) throw refusal('stand for no message or tool call that is active');
  if (nodes.length > mostCompacted)
    throw refusal(`stand for ${nodes.length} nodes; one summary stands for at most ${mostCompacted}`);
  const places = new Set(nodes.filter(standsInConversation).map(({ conversationId }) => conversationId));
  const seenIn = new Set(nodes.filter(isPrivate).map(({ conversationId }) => conversationId));
  if (new Set([...places, ...seenIn]).size > 1)
    throw refusal('belong to several conversations; the messages and the private facts of each have a summary of their own');
  if (seenIn.size > 0 && nodes.some(({ conversationId }) => !seenIn.has(conversationId)))
    throw refusal('mix what one conversation alone sees with what others see');
}

function standsInConversation({ kind, ordinal }: GraphNode): boolean {
  return saidKinds.includes(kind) || (kind === 'Summary' && ordinal !== null);
}

function isPrivate({ properties }: GraphNode): boolean {
  return properties.visibility === 'conversation';
}

function refusal(why: string): OperationError {
  return new OperationError('invalid-argument', `trigger_compaction.node_ids: ${why}`);
}
