import { conversationNodeId, type Init, type Message, OperationError } from '@agent-mem/contract';
import { firstLeftOut, leftOutFor, noteReceipt, type Recalled, recall, type Stretch, tierReceipt } from '@agent-mem/recall';
import { countFitting, eachRounded, roundedScore } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { type Conversation, liveConversation } from '../domain/conversation.ts';
import { messageMessage, readMessage } from '../domain/message.ts';
import { runShows, viewOf } from '../domain/view/view.ts';
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
    topK: request.top_k ?? request.limit,
    within: conversation && stretchesOf(conversation),
    visibleFrom: conversation?.id ?? null,
    roles: request.roles,
    scoreThreshold: request.score_threshold,
    preset: request.preset,
    parameters: request.parameters,
    textsOf: (ids) => textsOf(ids, context),
  });

  const nodes = await liveMessages(recalled.items, conversation, context);
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
async function liveMessages(
  items: readonly Recalled[],
  conversation: Conversation | null,
  { graph, scope }: Context,
): Promise<ReadonlyMap<string, GraphNode>> {
  const messages = await graph.get(
    scope,
    items.map((item) => item.id),
  );
  const active = messages.filter(({ status }) => status === 'ACTIVE');
  const isShown = conversation ? shownIn(conversation) : await shownAnywhere(active, graph, scope);
  return new Map(active.filter(isShown).map((node) => [node.id, node]));
}

/** Where in the index a conversation's messages stand. */
function stretchesOf(conversation: Conversation): readonly Stretch[] {
  const runs = viewOf(conversation).flatMap((part) => part.runs);
  return runs.map(({ conversation: conversationId, base, from, to }) => ({
    conversationId,
    from: base + from,
    ...(to === null ? {} : { to: base + to }),
  }));
}

function shownIn(conversation: Conversation): (node: GraphNode) => boolean {
  const runs = viewOf(conversation).flatMap((part) => part.runs);
  return (node) => runs.some((run) => runShows(run, node));
}

/** Of conversations that are neither deleted nor archived. */
async function shownAnywhere(
  messages: readonly GraphNode[],
  graph: Context['graph'],
  scope: Context['scope'],
): Promise<(node: GraphNode) => boolean> {
  const names = new Set(messages.map((node) => conversationNodeId(node.conversationId ?? '')));
  const live = (await graph.get(scope, [...names])).flatMap((node) => liveConversation(node) ?? []);
  const bases = new Map(live.filter(({ state }) => state !== 'archived').map(({ id, message_base }) => [id, message_base]));
  return (node) => (node.ordinal ?? 0) > (bases.get(node.conversationId ?? '') ?? Infinity);
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
