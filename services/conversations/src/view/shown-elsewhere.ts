import { conversationNodeId, type Scope } from '@agent-mem/contract';
import { allPages, everyStatus, type Graph, type GraphNode } from '@agent-mem/storage';
import { type Conversation, liveConversation } from '../domain/conversation.ts';
import { relatedIds } from '../domain/message.ts';
import { endOf, showsMessage, viewOf } from '../domain/view/view.ts';
import { readView } from './read-view.ts';

type Reading = Pick<Graph, 'find' | 'neighbours'>;

/** Ids of a conversation's messages, their tool calls and results that another live conversation shows: its branches', and those it was merged into. */
export async function nodesShownElsewhere(graph: Reading, scope: Scope, conversationId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const conversation of await showingConversations(graph, scope, conversationId))
    for await (const message of messagesFrom(graph, scope, conversation, (id) => id === conversationId))
      for (const id of [message.id, ...relatedIds(message)]) ids.add(id);
  return ids;
}

/** The messages that a conversation shows of certain conversations, also those that were deleted. */
export async function* messagesFrom(
  graph: Pick<Reading, 'find'>,
  scope: Scope,
  conversation: Conversation,
  isWanted: (conversationId: string) => boolean,
): AsyncGenerator<GraphNode> {
  const view = viewOf(conversation);
  const order = { newestFirst: false, beyond: null, pageSize: 200 };
  for (const part of view) {
    const runs = part.runs.filter((run) => isWanted(run.conversation));
    if (runs.length === 0) continue;
    const count = endOf(view, part, conversation.message_count);
    for await (const { node } of readView(graph, scope, { view: [{ ...part, runs }], count }, order)) yield node;
  }
}

/** The live conversations that may show something of this one: whatever branched off it or took it in, and what did so of them. */
export async function showingConversations(
  graph: Pick<Reading, 'neighbours'>,
  scope: Scope,
  conversationId: string,
): Promise<readonly Conversation[]> {
  const found = new Map<string, GraphNode>();
  const waiting = [conversationNodeId(conversationId)];
  const kinds = ['HAS_BRANCH', 'MERGED_INTO', 'SHOWN_IN'];
  const query = { kinds, direction: 'out', statuses: everyStatus, limit: 1_000 } as const;
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for await (const page of allPages((cursor) => graph.neighbours(scope, id, { ...query, cursor })))
      for (const { node } of page) {
        if (found.has(node.id) || node.id === conversationNodeId(conversationId)) continue;
        found.set(node.id, node);
        waiting.push(node.id);
      }
  }
  return [...found.values()].flatMap((node) => liveConversation(node) ?? []);
}

/** Finds the live conversations that show a message: its own, those that branched off it, and those that took it in. */
export function conversationsByMessage(
  graph: Pick<Reading, 'neighbours'> & Pick<Graph, 'get'>,
  scope: Scope,
): (message: GraphNode) => Promise<readonly Conversation[]> {
  const read = new Map<string, Promise<readonly Conversation[]>>();
  const around = async (id: string) => {
    const [own] = await graph.get(scope, [conversationNodeId(id)]);
    const live = liveConversation(own);
    return [...(live ? [live] : []), ...(await showingConversations(graph, scope, id))];
  };
  return async (message) => {
    const id = message.conversationId ?? '';
    const conversations = read.get(id) ?? around(id);
    read.set(id, conversations);
    return (await conversations).filter((conversation) => showsMessage(conversation, message));
  };
}
