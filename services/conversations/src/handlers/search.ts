import { type Init, type Message, OperationError } from '@agent-mem/contract';
import { firstLeftOut, leftOutFor, noteReceipt, type Recalled, tierReceipt } from '@agent-mem/recall';
import { countFitting, eachRounded, roundedScore } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { messageMessage, readMessage } from '../domain/message.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { sharedMessages } from '../view/own-facts.ts';
import { type MessageQuery, type RecalledMessages, recalledMessages } from '../view/recalled-messages.ts';

const mostRecalled = 100;

/** Messages, best first. Tool calls and reasoning are left to History. */
export async function search(request: Request<'search'>, context: Context): Answer<'search'> {
  const { query, embedding } = request;
  if (query.trim() === '' && embedding.length === 0) {
    throw new OperationError('invalid-argument', 'query: is required unless an embedding is given');
  }
  const asked = request.conversation_id;
  const conversation = asked ? await findConversation(context.graph, context.scope, asked) : null;
  const wanted = {
    query,
    ...(embedding.length > 0 ? { embedding, embedder: request.embedder } : {}),
    topK: request.top_k ?? request.limit,
    roles: request.roles,
    scoreThreshold: request.score_threshold,
    preset: request.preset,
    parameters: request.parameters,
  };
  const recalled = conversation ? await recalledMessages(context, conversation, wanted) : await recalledOfAll(context, wanted);

  const found = recalled.found.map(({ item, node }) => ({ item, node, message: messageOf(node, item, request) }));
  const fitting = found.slice(0, countFitting(found.map(({ message }) => message)));
  const items = fitting.map(({ item, node }) => ({ ...item, tokens: readMessage(node).token_count }));
  const cut = found.slice(fitting.length).map(({ item }) => item);
  const leftOut = recalled.leftOut + cut.length;
  const leftOutItems = firstLeftOut(leftOutFor('answer_size', cut), recalled.leftOutItems);
  const receipt = tierReceipt({ ...recalled, items, leftOut, leftOutItems }, ({ tokens }) => tokens);
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

/** Finds messages of the conversations that share theirs: as many as there would be if the others had none. */
async function recalledOfAll(context: Context, query: MessageQuery): Promise<RecalledMessages> {
  const recalled = await recalledMessages(context, null, query);
  const shared = await sharedMessages(recalled.found, context);
  if (shared.length === recalled.found.length || recalled.leftOut === 0) return { ...recalled, found: shared };
  const more = await recalledMessages(context, null, { ...query, topK: mostRecalled });
  const found = await sharedMessages(more.found, context);
  const most = recalled.items.length;
  const beyond = found.slice(most).map(({ item }) => item);
  const leftOutItems = firstLeftOut(leftOutFor('top_k', beyond), more.leftOutItems);
  return { ...more, found: found.slice(0, most), leftOut: more.leftOut + beyond.length, leftOutItems };
}

function messageOf(node: GraphNode, item: Recalled, request: Request<'search'>): Init<Message> {
  const view = { toolCalls: false, reasoning: false, weights: request.include_weights };
  return {
    ...messageMessage(node, view),
    score: roundedScore(item.score),
    scores: request.explain ? eachRounded(item.scores, roundedScore) : {},
  };
}
