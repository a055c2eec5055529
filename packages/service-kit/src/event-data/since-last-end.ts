import type { Event, Scope } from '@agent-mem/contract';
import { allPages, type Graph, type GraphNode, type NodeKind } from '@agent-mem/storage';
import { storedInvocation, storedMessage } from './conversation-records.ts';

/** A message of a conversation. */
export interface MessageSinceLastEnd {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  /** When it was said (ISO 8601). */
  readonly timestamp: string;
  /** The invocation it was said in; `null`: it was appended by itself. */
  readonly invocationId: string | null;
}

/** What an invocation was. */
export interface InvocationSinceLastEnd {
  readonly id: string;
  readonly query: string;
  readonly summary: string;
  readonly result: string;
}

const pageSize = 100;

/** Of the messages that a `conversation-ended` tells of first, the newest, oldest first. */
export async function messagesSinceLastEnd(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  event: Event,
  most: number,
): Promise<readonly MessageSinceLastEnd[]> {
  const { told_messages = 0, message_count = 0 } = event.data.conversation_ended ?? {};
  const messages: MessageSinceLastEnd[] = [];
  if (message_count <= told_messages) return messages;
  for await (const { id, createdAt, properties } of newestFirst(graph, scope, event, 'Message')) {
    const { ordinal, role, content, timestamp, metadata } = storedMessage.read(properties);
    if (ordinal <= told_messages || messages.length === most) break;
    // The next end reports what came after this one.
    if (ordinal > message_count) continue;
    messages.push({ id, role, content, timestamp: timestamp || createdAt, invocationId: metadata.invocation_id ?? null });
  }
  return messages.reverse();
}

/** Of the invocations that a `conversation-ended` tells of first, the newest, oldest first. */
export async function invocationsSinceLastEnd(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  event: Event,
  most: number,
): Promise<readonly InvocationSinceLastEnd[]> {
  const { told_invocations = 0, invocation_count = 0 } = event.data.conversation_ended ?? {};
  const invocations: InvocationSinceLastEnd[] = [];
  if (invocation_count <= told_invocations) return invocations;
  for await (const { id, properties } of newestFirst(graph, scope, event, 'Invocation')) {
    const { ordinal, query, summary, result } = storedInvocation.read(properties);
    if (ordinal <= told_invocations || invocations.length === most) break;
    if (ordinal > invocation_count) continue;
    invocations.push({ id, query, summary, result });
  }
  return invocations.reverse();
}

async function* newestFirst(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  { conversation_id: conversationId }: Event,
  kind: NodeKind,
): AsyncGenerator<GraphNode> {
  const query = { kinds: [kind], conversationId, order: 'ordinal', descending: true, limit: pageSize } as const;
  for await (const nodes of allPages((cursor) => graph.find(scope, { ...query, cursor }))) yield* nodes;
}
