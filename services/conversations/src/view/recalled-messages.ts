import { conversationNodeId } from '@agent-mem/contract';
import { pastQuestionsLike, type Recall, type Recalled, type RecallRequest, recall, type Stretch } from '@agent-mem/recall';
import { standsFor } from '@agent-mem/retention';
import type { GraphNode } from '@agent-mem/storage';
import { type Conversation, liveConversation } from '../domain/conversation.ts';
import { readMessage } from '../domain/message.ts';
import { shownIn, viewOf } from '../domain/view/view.ts';
import type { Context } from '../handler.ts';
import { showingConversations } from './shown-elsewhere.ts';

/** How messages are looked for, beside where. */
export type MessageQuery = Pick<
  RecallRequest,
  'query' | 'embedding' | 'embedder' | 'topK' | 'roles' | 'scoreThreshold' | 'preset' | 'parameters'
>;

/** A message, and the conversations by which it is shown. */
export interface Shown {
  readonly node: GraphNode;
  readonly shownBy: readonly Conversation[];
}

/** What was found, with the node of each item that is still there. */
export interface RecalledMessages extends Recall {
  readonly found: readonly (Shown & { readonly item: Recalled })[];
}

/** Finds active messages that a conversation shows; `null`: of the scope's conversations that are neither deleted nor archived. */
export async function recalledMessages(
  context: Context,
  conversation: Conversation | null,
  query: MessageQuery,
): Promise<RecalledMessages> {
  const recalled = await recall(context, context.scope, {
    ...query,
    kinds: ['Message', 'Summary'],
    use: 'messages',
    within: conversation && stretchesOf(conversation),
    visibleFrom: conversation?.id ?? null,
    pastQuestions: pastQuestionsLike(context, query.query),
    textsOf: (ids) => textsOf(ids, context),
  });
  const nodes = await shownNodes(recalled.items, conversation, context);
  const found = recalled.items.flatMap((item) => {
    const shown = nodes.get(item.id);
    return shown ? [{ item, ...shown }] : [];
  });
  return { ...recalled, found };
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

async function textsOf(ids: readonly string[], { graph, scope }: Context): Promise<ReadonlyMap<string, string>> {
  const messages = await graph.get(scope, ids);
  return new Map(messages.map((node) => [node.id, readMessage(node).content]));
}

/** The index follows the Graph: what was deleted a moment ago may still be in it. */
async function shownNodes(
  items: readonly Recalled[],
  conversation: Conversation | null,
  { graph, scope }: Context,
): Promise<ReadonlyMap<string, Shown>> {
  const messages = await graph.get(
    scope,
    items.map((item) => item.id),
  );
  const active = messages.filter(({ status }) => status === 'ACTIVE').flatMap(inConversation);
  const shownBy = conversation ? shownByOne(conversation) : await shownByAny(active, graph, scope);
  const shown = active.map((node) => ({ node, shownBy: shownBy(node) })).filter((each) => each.shownBy.length > 0);
  return new Map(shown.map((each) => [each.node.id, each]));
}

/** A summary of what was said stands where the last of it stood. */
export function inConversation(node: GraphNode): readonly GraphNode[] {
  if (node.kind !== 'Summary') return [node];
  return standsFor(node).said ? [{ ...node, createdAt: readMessage(node).timestamp }] : [];
}

/** Which conversations show a message. */
type ShownBy = (node: GraphNode) => readonly Conversation[];

function shownByOne(conversation: Conversation): ShownBy {
  const isShown = shownIn(conversation);
  return (node) => (isShown(node) ? [conversation] : []);
}

/** Its own conversation, or, where that is deleted, archived or elsewhere, those that have branched off it or taken it in. */
async function shownByAny(messages: readonly GraphNode[], graph: Context['graph'], scope: Context['scope']): Promise<ShownBy> {
  const names = new Set(messages.map((node) => conversationNodeId(node.conversationId ?? '')));
  const live = (await graph.get(scope, [...names])).flatMap((node) => liveConversation(node) ?? []);
  const listed = new Map(live.filter(isNotArchived).map((conversation) => [conversation.id, conversation]));
  const homeOf = ({ conversationId, ordinal }: GraphNode) => {
    const home = listed.get(conversationId ?? '');
    return home && (ordinal ?? 0) > home.message_base ? home : null;
  };
  const away = new Set(messages.filter((node) => !homeOf(node)).flatMap(({ conversationId }) => conversationId ?? []));
  const others = await Promise.all([...away].map((id) => showingConversations(graph, scope, id)));
  const byOthers = others.flat().filter(isNotArchived).map(shownByOne);
  return (node) => {
    const home = homeOf(node);
    return home ? [home] : byOthers.flatMap((shownBy) => shownBy(node));
  };
}

function isNotArchived({ state }: Conversation): boolean {
  return state !== 'archived';
}
