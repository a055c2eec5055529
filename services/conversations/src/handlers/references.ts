import { conversationNodeId, OperationError } from '@agent-mem/contract';
import { answerBytes, countWithin } from '@agent-mem/runtime';
import { codeUnitId } from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { codeUnitsAt, messagesAbout } from '../code/code-units.ts';
import { type CodePlace, codePlace, isSamePlace } from '../domain/code/code-place.ts';
import { codeUnitNode, codeUnitOf, referencesCode } from '../domain/code/code-unit.ts';
import { liveConversation } from '../domain/conversation.ts';
import { edge } from '../domain/edge.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { withSummaries } from '../summaries/with-summaries.ts';

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
  const messages = await graph.get(scope, ids);
  const missing = ids.find((id) => !messages.some((node) => node.id === id && isShown(node)));
  if (missing) throw new OperationError('not-found', `Message ${missing} not found`);
  const conversationIds = [...new Set(messages.map(({ conversationId }) => conversationNodeId(conversationId ?? '')))];
  const conversations = await graph.get(scope, conversationIds);
  const gone = messages.find(
    ({ conversationId }) => !conversations.some((node) => node.conversationId === conversationId && liveConversation(node)),
  );
  if (gone) throw new OperationError('not-found', `Conversation ${gone.conversationId} not found`);

  const known = (await codeUnitsAt(graph, scope, place)).find((node) => isSamePlace(codeUnitOf(node), place));
  const now = new Date(clock.now()).toISOString();
  const id = known?.id ?? codeUnitId(place);
  const touched = conversations.map(({ version, ...node }): NodeWrite => ({ ...node, expectedVersion: version }));
  await graph.commit(scope, {
    nodes: [...(known ? [] : [codeUnitNode(id, place, now)]), ...touched],
    edges: messages.map((message) => edge(referencesCode, message.id, id, now)),
  });
}

function isShown({ kind, status }: GraphNode): boolean {
  return kind === 'Message' && (status === 'ACTIVE' || status === 'ARCHIVED');
}

/** The conversations in the order of their newest message about it. Ids of messages sort by time. */
async function pageOf(messages: readonly GraphNode[], limit: number, before: string | null, context: Context) {
  const { graph, scope } = context;
  const newestFirst = messages.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const byConversation = [...Map.groupBy(newestFirst, ({ conversationId }) => conversationId ?? '')];
  const rest = byConversation.filter(([, [newest]]) => newest && (before === null || newest.id < before));
  const page = rest.slice(0, limit);
  const nodes = new Map(
    (
      await graph.get(
        scope,
        page.map(([id]) => conversationNodeId(id)),
      )
    ).map((node) => [node.conversationId, node]),
  );
  const live = page.flatMap(([id]) => liveConversation(nodes.get(id)) ?? []);
  const shown = new Map((await withSummaries(live, context)).map((each, index) => [live[index]?.id, each]));
  const found = page.map(([id, own]) => ({ conversation: shown.get(id) ?? null, own }));
  const fitting = Math.max(
    1,
    countWithin(
      found.map(({ conversation, own }) => [conversation, own.map((node) => node.id)]),
      answerBytes,
    ),
  );
  const carried = found.slice(0, fitting).filter(({ conversation }) => conversation !== null);
  const last = found.slice(0, fitting).at(-1);
  return {
    conversations: carried.flatMap(({ conversation }) => conversation ?? []),
    message_ids: carried.flatMap(({ own }) => own.map(({ id }) => id)),
    next_cursor: rest.length > fitting || rest.length > limit ? (last?.own[0]?.id ?? null) : null,
  };
}

function cursorOf(cursor: string | null): string | null {
  if (cursor === null || cursor === '') return null;
  if (/^msg_[0-9a-f-]{36}$/.test(cursor)) return cursor;
  throw new OperationError('invalid-argument', `cursor: must be next_cursor of the page before, got ${JSON.stringify(cursor)}`);
}
