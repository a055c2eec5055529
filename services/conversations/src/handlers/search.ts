import { conversationNodeId, type Init, type Message, OperationError } from '@agent-mem/contract';
import { firstLeftOut, leftOutFor, noteReceipt, type Recalled, recall, tierReceipt } from '@agent-mem/recall';
import { countFitting, eachRounded, roundedScore } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { liveConversation } from '../domain/conversation.ts';
import { messageMessage, readMessage } from '../domain/message.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** Messages, best first. Tool calls and reasoning are left to History. */
export async function search(request: Request<'search'>, context: Context): Answer<'search'> {
  const { query, embedding } = request;
  if (query.trim() === '' && embedding.length === 0) {
    throw new OperationError('invalid-argument', 'query: is required unless an embedding is given');
  }
  const asked = request.conversation_id;
  const conversation = asked ? await findConversation(context.graph, context.scope, asked) : null;
  const recalled = await recall(context, context.scope, {
    kinds: ['Message'],
    use: 'messages',
    query,
    ...(embedding.length > 0 ? { embedding, embedder: request.embedder } : {}),
    topK: request.top_k,
    within: conversation && [{ conversationId: conversation.id }],
    visibleFrom: conversation?.id ?? null,
    roles: request.roles,
    scoreThreshold: request.score_threshold,
    preset: request.preset,
    parameters: request.parameters,
    textsOf: (ids) => textsOf(ids, context),
  });

  const nodes = await liveMessages(recalled.items, context);
  const found = recalled.items.flatMap((item) => {
    const node = nodes.get(item.id);
    return node ? [{ item, message: messageOf(node, item, request) }] : [];
  });
  const fitting = found.slice(0, countFitting(found.map(({ message }) => message)));
  const items = fitting.map(({ item }) => item);
  const cut = found.slice(fitting.length).map(({ item }) => item);
  const leftOut = recalled.leftOut + cut.length;
  const leftOutItems = firstLeftOut(leftOutFor('answer_size', cut), recalled.leftOutItems);
  const receipt = tierReceipt({ ...recalled, items, leftOut, leftOutItems }, (item) => tokensOf(nodes.get(item.id)));
  return {
    messages: fitting.map(({ message }) => message),
    receipt,
    receipt_id: noteReceipt(context, {
      operation: 'conversations.Search',
      query,
      conversationId: asked || null,
      tier: 'conversation',
      receipt,
    }),
  };
}

async function textsOf(ids: readonly string[], { graph, scope }: Context): Promise<ReadonlyMap<string, string>> {
  const messages = await graph.get(scope, ids);
  return new Map(messages.map((node) => [node.id, readMessage(node).content]));
}

/** The index follows the Graph: what was deleted a moment ago may still be in it. */
async function liveMessages(items: readonly Recalled[], { graph, scope }: Context): Promise<ReadonlyMap<string, GraphNode>> {
  const messages = await graph.get(
    scope,
    items.map((item) => item.id),
  );
  const names = new Set(messages.map((node) => conversationNodeId(node.conversationId ?? '')));
  const conversations = (await graph.get(scope, [...names])).flatMap((node) => liveConversation(node) ?? []);
  const bases = new Map(conversations.map(({ id, message_base }) => [id, message_base]));
  const isLive = (node: GraphNode) =>
    node.status === 'ACTIVE' && (node.ordinal ?? 0) > (bases.get(node.conversationId ?? '') ?? Infinity);
  return new Map(messages.filter(isLive).map((node) => [node.id, node]));
}

function messageOf(node: GraphNode, item: Recalled, request: Request<'search'>): Init<Message> {
  const view = { toolCalls: false, reasoning: false, weights: request.include_weights };
  return {
    ...messageMessage(node, view),
    score: roundedScore(item.score),
    scores: request.explain ? eachRounded(item.scores, roundedScore) : {},
  };
}

function tokensOf(node: GraphNode | undefined): number {
  return node ? readMessage(node).token_count : 0;
}
