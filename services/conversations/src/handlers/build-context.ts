import { OperationError } from '@agent-mem/contract';
import { leftOutFor, noteReceipt, tierReceipt } from '@agent-mem/recall';
import { countTokens } from '@agent-mem/recall/ranking';
import { answerBytes, countWithin } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { type ContextMessage, contextText, messageText } from '../domain/context/context-text.ts';
import {
  atMost,
  type ContextCandidate,
  type ContextRoom,
  type FittedContext,
  fitContext,
} from '../domain/context/fit-context.ts';
import type { Conversation } from '../domain/conversation.ts';
import { messageMessage, relatedIds } from '../domain/message.ts';
import { inOrderOf, viewOf } from '../domain/view/view.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { summaryOf } from '../summaries/summary-of.ts';
import { recalledMessages } from '../view/recalled-messages.ts';
import { shownNodes } from '../view/shown-messages.ts';

/** Most messages looked at of each kind. */
const mostRecent = 1_000;
const mostRelevant = 100;
/** What the titles of both kinds take of a budget. */
const titleTokens = countTokens('## Relevant Messages\n\n## Recent Messages\n');

/** What of a conversation to show an agent: its summary, its newest messages and those that answer the query, within a budget or by number. */
export async function buildContext(request: Request<'build_context'>, context: Context): Answer<'build_context'> {
  const started = context.clock.now();
  const conversation = await findConversation(context.graph, context.scope, request.conversation_id);
  const room = roomOf(request);
  const summary = (request.include_summary ?? true) ? await summaryOf(context, context.scope, conversation) : null;
  const taken = titleTokens + countTokens(contextText(summary, [], []));
  const left = 'maxTokens' in room ? { ...room, maxTokens: room.maxTokens - taken } : room;
  const [newest, recalled] = await Promise.all([
    newestMessages(conversation, left, context),
    isSearched(request) ? recalledMessages(context, conversation, { query: request.query, topK: mostRelevant }) : null,
  ]);
  const best = await candidatesOf(recalled?.found.map(({ node }) => node) ?? [], context);
  const scores = new Map(recalled?.found.map(({ item }) => [item.id, item.score]));

  const most = conversation.max_context_messages ?? context.config.MAX_CONTEXT_MESSAGES ?? Infinity;
  const fitted = carriable(atMost(fitContext(newest, best, left), most));
  const recent = inOrder(fitted.recent, conversation);
  const relevant = inOrder(fitted.relevant, conversation);
  const text = contextText(summary, messagesOf(relevant), messagesOf(recent));
  const items = [...fitted.relevant, ...fitted.recent].map(({ id, tokens }) => ({ id, score: scores.get(id) ?? 0, tokens }));
  const receipt = tierReceipt(
    {
      bestScore: recalled?.bestScore ?? null,
      degraded: recalled?.degraded ?? [],
      stagesMs: recalled?.stagesMs ?? {},
      items,
      leftOut: fitted.leftOut.length,
      leftOutItems: leftOutFor('maxTokens' in room ? 'tokens' : 'top_k', fitted.leftOut),
      ms: context.clock.now() - started,
    },
    ({ tokens }) => tokens,
  );
  return {
    summary,
    recent_messages: messagesOf(recent),
    relevant_messages: messagesOf(relevant),
    message_count: recent.length + relevant.length,
    token_count: countTokens(text),
    text,
    receipt,
    receipt_id: noteReceipt(context, {
      operation: 'conversations.BuildContext',
      query: request.query,
      conversationId: conversation.id,
      tier: 'conversation',
      receipt,
    }),
  };
}

function roomOf(request: Request<'build_context'>): ContextRoom {
  const { strategy, max_tokens, recent_messages, relevant_messages } = request;
  if (strategy === 'relevant' && request.query.trim() === '') {
    throw new OperationError('invalid-argument', 'query: is required where strategy is relevant');
  }
  if (max_tokens !== null) return { maxTokens: max_tokens, strategy: isSearched(request) ? strategy : 'recent' };
  return {
    recent: strategy === 'relevant' ? 0 : (recent_messages ?? (strategy === 'hybrid' ? 5 : 10)),
    relevant: strategy === 'recent' ? 0 : (relevant_messages ?? 10),
  };
}

function isSearched({ strategy, query }: Request<'build_context'>): boolean {
  return strategy !== 'recent' && query.trim() !== '';
}

/** A message that may stand in the context, with what of it is shown. */
interface Candidate extends ContextCandidate {
  readonly node: GraphNode;
  readonly message: ContextMessage;
}

/** The newest ones first, as many as can find room. What is archived is in the summary. */
async function newestMessages(conversation: Conversation, room: ContextRoom, context: Context): Promise<readonly Candidate[]> {
  const most = 'maxTokens' in room ? Math.min(mostRecent, room.maxTokens) : room.recent;
  if (most <= 0 || ('maxTokens' in room && room.strategy === 'relevant')) return [];
  const newest: Candidate[] = [];
  let nodes: GraphNode[] = [];
  let tokens = 0;
  const takeIn = async () => {
    for (const candidate of await candidatesOf(nodes, context)) {
      newest.push(candidate);
      tokens += candidate.tokens;
    }
    nodes = [];
  };
  const bounds = { newestFirst: true, after: 0, before: Infinity, expected: Math.min(most, 20) };
  for await (const { node } of shownNodes(context, conversation, bounds)) {
    if (node.status !== 'ACTIVE') continue;
    nodes.push(node);
    if (nodes.length === 20) await takeIn();
    if (newest.length + nodes.length >= most || ('maxTokens' in room && tokens > room.maxTokens)) break;
  }
  await takeIn();
  return newest.slice(0, most);
}

async function candidatesOf(nodes: readonly GraphNode[], { graph, scope }: Context): Promise<readonly Candidate[]> {
  const ids = nodes.flatMap(relatedIds);
  const related = new Map((ids.length > 0 ? await graph.get(scope, ids) : []).map((node) => [node.id, node]));
  return nodes.map((node) => {
    const message = messageMessage(node, { toolCalls: true, reasoning: true, weights: false }, related);
    // The line break before it counts too.
    return { id: node.id, node, message, tokens: countTokens(messageText(message)) + 1 };
  });
}

/** What one answer can carry: the text says what the messages say a second time. */
function carriable({ recent, relevant, leftOut }: FittedContext<Candidate>): FittedContext<Candidate> {
  const fitting = countWithin(
    [...recent, ...relevant].map(({ message }) => message),
    answerBytes / 2,
  );
  return {
    recent: recent.slice(0, fitting),
    relevant: relevant.slice(0, Math.max(0, fitting - recent.length)),
    leftOut: [...[...recent, ...relevant].slice(fitting), ...leftOut],
  };
}

function inOrder(candidates: readonly Candidate[], conversation: Conversation): readonly Candidate[] {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const nodes = inOrderOf(
    viewOf(conversation),
    candidates.map(({ node }) => node),
  );
  return nodes.flatMap(({ id }) => byId.get(id) ?? []);
}

function messagesOf(candidates: readonly Candidate[]): readonly ContextMessage[] {
  return candidates.map(({ message }) => message);
}
