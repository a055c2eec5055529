import type { Conversation as ConversationMessage, Init } from '@agent-mem/contract';
import { answerBytes, jsonBytes } from '@agent-mem/runtime';
import type { GraphNode, NodeQuery } from '@agent-mem/storage';
import { type Conversation, liveConversation } from '../domain/conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { withSummaries } from '../summaries/with-summaries.ts';

/** Nodes looked at for one answer, so that a rare tag in a large scope gives a short page rather than a long wait. */
const mostLookedAt = 5_000;

/** The conversations of the scope, last changed first. A page may be short, even empty, while next_cursor leads on. */
export async function list(request: Request<'list'>, context: Context): Answer<'list'> {
  const conversations: Init<ConversationMessage>[] = [];
  let cursor = request.cursor;
  let room = answerBytes;
  let lookedAt = 0;
  do {
    const page = await pageWithin(room, { limit: request.limit - conversations.length, cursor }, request, context);
    conversations.push(...page.found);
    room -= page.bytes;
    lookedAt += page.lookedAt;
    cursor = page.nextCursor;
    if (page.isFull) break;
  } while (cursor !== null && conversations.length < request.limit && lookedAt < mostLookedAt);
  return { conversations, next_cursor: cursor };
}

/** Where a page begins, and how many nodes it has at most. */
interface PageStart {
  readonly limit: number;
  readonly cursor: string | null;
}

/** One page of nodes. When what it holds is too much, it is asked again up to there, so that its cursor is where the answer ends. */
async function pageWithin(room: number, from: PageStart, request: Request<'list'>, context: Context) {
  let page = await context.graph.find(context.scope, query(request, from));
  let shown = await shownOf(page.items, request, context);
  const fitting = countWithin(room, shown);
  const isFull = fitting < page.items.length;
  if (isFull && fitting === 0) return { found: [], bytes: 0, lookedAt: 0, nextCursor: from.cursor, isFull };
  if (isFull) {
    page = await context.graph.find(context.scope, query(request, { ...from, limit: fitting }));
    shown = await shownOf(page.items, request, context);
  }
  const found = shown.flatMap((each) => each ?? []);
  return { found, bytes: jsonBytes(found), lookedAt: page.items.length, nextCursor: page.nextCursor, isFull };
}

function countWithin(room: number, shown: readonly (Init<ConversationMessage> | null)[]): number {
  let bytes = 0;
  for (const [index, each] of shown.entries()) {
    if (each) bytes += jsonBytes(each) + 1;
    if (bytes > room) return index;
  }
  return shown.length;
}

function query(request: Request<'list'>, from: PageStart): NodeQuery {
  const statuses = wantedStatuses(request);
  const [only, ...others] = statuses;
  return {
    kinds: ['Conversation'],
    statuses: [
      ...(statuses.some((status) => status !== 'archived') ? (['ACTIVE'] as const) : []),
      ...(statuses.includes('archived') ? (['ARCHIVED'] as const) : []),
    ],
    ...(only && others.length === 0 ? { where: { state: only } } : {}),
    order: 'updatedAt',
    descending: true,
    ...from,
  };
}

/** Of each node what is shown of it; `null`: it is not asked for. */
async function shownOf(
  nodes: readonly GraphNode[],
  request: Request<'list'>,
  context: Context,
): Promise<readonly (Init<ConversationMessage> | null)[]> {
  const wanted = nodes.map((node) => matching(node, request));
  const shown = await withSummaries(
    wanted.filter((each) => each !== null),
    context,
    { weight: request.include_weights },
  );
  const next = shown.values();
  return wanted.map((each) => (each === null ? null : (next.next().value ?? null)));
}

function matching(node: GraphNode, request: Request<'list'>): Conversation | null {
  const conversation = liveConversation(node);
  if (!conversation || !wantedStatuses(request).some((status) => status === conversation.state)) return null;
  return hasTags(conversation.tags, request) ? conversation : null;
}

function hasTags(tags: readonly string[], { tags: asked, match_all_tags }: Request<'list'>): boolean {
  if (asked.length === 0) return true;
  return match_all_tags ? asked.every((tag) => tags.includes(tag)) : asked.some((tag) => tags.includes(tag));
}

function wantedStatuses(request: Request<'list'>): readonly ConversationMessage['status'][] {
  const asked = [...request.statuses, ...(request.status ? [request.status] : [])];
  return asked.length > 0 ? [...new Set(asked)] : ['active', 'ended'];
}
