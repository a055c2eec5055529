import { OperationError } from '@agent-mem/contract';
import { firstLeftOut, noteReceipt, tierReceipt } from '@agent-mem/recall';
import { countTokens } from '@agent-mem/recall/ranking';
import { messagesOf, partsOf, type ShownContext, shownContext } from '../context/shown-context.ts';
import { contextText } from '../domain/context/context-text.ts';
import type { ContextRoom } from '../domain/context/fit-context.ts';
import { type Conversation, liveConversation } from '../domain/conversation.ts';
import { conversationNode, findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** What of a conversation to show an agent: its summary, its newest messages and those that answer the query, within a budget or by number. */
export async function buildContext(request: Request<'build_context'>, context: Context): Answer<'build_context'> {
  const started = context.clock.now();
  const room = roomOf(request);
  const conversation = await conversationOf(request, context);
  const shown = await shownContext(
    {
      conversation,
      query: isSearched(request) ? request.query : '',
      room,
      withSummary: request.include_summary ?? true,
      withOthers: request.other_conversations ?? false,
      isSearch: request.strategy === 'relevant',
    },
    context,
  );

  const parts = partsOf(shown);
  const text = contextText(parts);
  const receipt = receiptOf(shown, context.clock.now() - started);
  return {
    summary: shown.summary?.content ?? null,
    summary_id: shown.summary?.id ?? null,
    recent_messages: messagesOf(shown.recent),
    relevant_messages: messagesOf(shown.relevant),
    other_messages: messagesOf(shown.others),
    invocations: shown.turns.map(({ turn }) => turn),
    message_count: shown.messages.length,
    token_count: countTokens(text),
    text,
    receipt,
    receipt_id: noteReceipt(context, {
      operation: 'conversations.BuildContext',
      query: request.query,
      conversationId: conversation?.id ?? null,
      tier: 'conversation',
      receipt,
    }),
  };
}

/** `null`: of the conversation nothing is stored yet, or none is named, and others are wanted. */
async function conversationOf(request: Request<'build_context'>, { graph, scope }: Context): Promise<Conversation | null> {
  const { conversation_id: id, other_conversations: withOthers } = request;
  if (!withOthers && id === '') throw new OperationError('invalid-argument', 'conversation_id: is required');
  if (!withOthers) return await findConversation(graph, scope, id);
  return id === '' ? null : liveConversation(await conversationNode(graph, scope, id));
}

function roomOf(request: Request<'build_context'>): ContextRoom {
  const { strategy, max_tokens, recent_messages, relevant_messages } = request;
  if (strategy === 'relevant' && request.query.trim() === '') {
    throw new OperationError('invalid-argument', 'query: is required where strategy is relevant');
  }
  if (max_tokens !== null) {
    return {
      maxTokens: max_tokens,
      strategy: isSearched(request) ? strategy : 'recent',
      relevant: relevant_messages ?? Infinity,
    };
  }
  return {
    recent: strategy === 'relevant' ? 0 : (recent_messages ?? (strategy === 'hybrid' ? 5 : 10)),
    relevant: strategy === 'recent' ? 0 : (relevant_messages ?? 10),
  };
}

function isSearched({ strategy, query }: Request<'build_context'>): boolean {
  return strategy !== 'recent' && query.trim() !== '';
}

/** Summary, turns and messages by their ids. */
function receiptOf({ summary, turns, messages, leftOut, recalls }: ShownContext, ms: number) {
  const outline = turns.map(({ id, tokens }) => ({ id, score: 0, tokens }));
  const ofSummary = summary ? [{ id: summary.id, score: 0, tokens: summary.tokens }] : [];
  const scores = recalls.flatMap(({ bestScore }) => bestScore ?? []);
  return tierReceipt(
    {
      bestScore: scores.length === 0 ? null : Math.max(...scores),
      degraded: [...new Set(recalls.flatMap(({ degraded }) => degraded))],
      stagesMs: Object.assign({}, ...recalls.map(({ stagesMs }) => stagesMs).toReversed()),
      items: [...ofSummary, ...outline, ...messages],
      leftOut: leftOut.length,
      leftOutItems: firstLeftOut(leftOut.map(({ candidate, reason }) => ({ id: candidate.id, reason }))),
      ms,
    },
    ({ tokens }) => tokens,
  );
}
