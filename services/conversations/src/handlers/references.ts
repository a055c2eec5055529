import { conversationNodeId, OperationError } from '@agent-mem/contract';
import { answerBytes, countWithin } from '@agent-mem/runtime';
import { type CodePlace, codeUnitId } from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { codeUnitsAt, messagesAbout } from '../code-units.ts';
import { codePlace, isSamePlace } from '../domain/code/code-place.ts';
import { codeUnitNode, codeUnitOf, referencesCode } from '../domain/code/code-unit.ts';
import type { Conversation } from '../domain/conversation.ts';
import { edge } from '../domain/edge.ts';
import { shownIn } from '../domain/view/view.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { withSummaries } from '../summaries/with-summaries.ts';
import { conversationsByMessage } from '../view/shown-elsewhere.ts';

/** Links messages to code where any are given, and answers which conversations have discussed it. */
export async function references(request: Request<'references'>, context: Context): Answer<'references'> {
  const { graph, scope } = context;
  const place = codePlace(request);
  const before = cursorOf(request.cursor);
  if (request.message_ids.length > 0) await link(request.message_ids, place, context);
  const units = await codeUnitsAt(graph, scope, place);
  const messages = await messagesAbout(graph, scope, units);
  const exact = units.find((node) => isSamePlace(codeUnitOf(node), place));
  return { ...(await pageOf(messages, request.limit, before, context)), code_unit_id: exact?.id ?? null };
}

/** One commit for all. It writes the conversations too, as they are: an export under way must not go on with other references. */
async function link(messageIds: readonly string[], place: CodePlace, { clock, graph, scope }: Context): Promise<void> {
  const ids = [...new Set(messageIds)];
  const messages = (await graph.get(scope, ids)).filter(isInUse);
  const missing = ids.find((id) => !messages.some((node) => node.id === id));
  if (missing) throw new OperationError('not-found', `Message ${missing} not found`);
  const shownBy = conversationsByMessage(graph, scope);
  const touched = new Map<string, Conversation>();
  for (const message of messages) {
    const showing = await shownBy(message);
    if (showing.length === 0) throw new OperationError('not-found', `Conversation ${message.conversationId} not found`);
    for (const conversation of showing) touched.set(conversation.id, conversation);
  }
  const nodes = await graph.get(scope, [...touched.keys()].map(conversationNodeId));

  const known = (await codeUnitsAt(graph, scope, place)).find((node) => isSamePlace(codeUnitOf(node), place));
  const now = new Date(clock.now()).toISOString();
  const id = known?.id ?? codeUnitId(place);
  const asTheyAre = nodes.map(({ version, ...node }): NodeWrite => ({ ...node, expectedVersion: version }));
  await graph.commit(scope, {
    nodes: [...(known ? [] : [codeUnitNode(id, place, now)]), ...asTheyAre],
    edges: messages.map((message) => edge(referencesCode, message.id, id, now)),
  });
}

function isInUse({ kind, status }: GraphNode): boolean {
  return kind === 'Message' && (status === 'ACTIVE' || status === 'ARCHIVED');
}

/** A conversation and the messages about the code that it shows, newest first. */
interface Discussion {
  readonly conversation: Conversation;
  readonly messages: readonly [GraphNode, ...GraphNode[]];
}

/** The conversations in the order of their newest message about it. Ids of messages sort by time. */
async function pageOf(messages: readonly GraphNode[], limit: number, before: Cursor | null, context: Context) {
  const found: Discussion[] = [];
  for await (const discussion of discussions(messages, before, context)) {
    found.push(discussion);
    if (found.length > limit) break;
  }
  const page = found.slice(0, limit);
  const shown = await withSummaries(
    page.map(({ conversation }) => conversation),
    context,
  );
  const idsOf = ({ messages: own }: Discussion) => own.map(({ id }) => id);
  const sizes = page.map((each, index) => [shown[index], idsOf(each)]);
  const fitting = page.slice(0, Math.max(1, countWithin(sizes, answerBytes)));
  const last = fitting.at(-1);
  return {
    conversations: shown.slice(0, fitting.length),
    message_ids: [...new Set(fitting.flatMap(idsOf))],
    next_cursor: last && found.length > fitting.length ? `${last.messages[0].id}/${last.conversation.id}` : null,
  };
}

/** A message is of each conversation that shows it, so that several may have the same newest one: their names order them. */
async function* discussions(
  messages: readonly GraphNode[],
  before: Cursor | null,
  { graph, scope }: Context,
): AsyncGenerator<Discussion> {
  const newestFirst = messages.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const shownBy = conversationsByMessage(graph, scope);
  const met = new Set<string>();
  for (const message of newestFirst) {
    if (before && message.id > before.messageId) continue;
    const showing = (await shownBy(message)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const conversation of showing.filter(({ id }) => !met.has(id))) {
      met.add(conversation.id);
      const isAnswered = before?.messageId === message.id && conversation.id <= before.conversationId;
      const [newest, ...others] = newestFirst.filter(shownIn(conversation));
      if (newest?.id === message.id && !isAnswered) yield { conversation, messages: [newest, ...others] };
    }
  }
}

/** Where a page ends. */
interface Cursor {
  readonly messageId: string;
  readonly conversationId: string;
}

function cursorOf(cursor: string | null): Cursor | null {
  if (cursor === null || cursor === '') return null;
  const [, messageId, conversationId] = /^(msg_[0-9a-f-]{36})\/(.+)$/.exec(cursor) ?? [];
  if (messageId && conversationId) return { messageId, conversationId };
  throw new OperationError('invalid-argument', `cursor: must be next_cursor of the page before, got ${JSON.stringify(cursor)}`);
}
