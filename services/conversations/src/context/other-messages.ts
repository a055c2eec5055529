import { countTokens, type Said, sessionHeading, sessionsOf } from '@agent-mem/recall/ranking';
import type { GraphNode } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { readMessage } from '../domain/message.ts';
import { sharedStart } from '../domain/view/shared-start.ts';
import { showsMessage } from '../domain/view/view.ts';
import type { Context } from '../handler.ts';
import { hasOwnFacts, sharedMessages } from '../view/own-facts.ts';
import { countedView } from '../view/parting.ts';
import { type RecalledMessages, recalledMessages } from '../view/recalled-messages.ts';
import { type Candidate, candidatesOf } from './candidates.ts';

/** Most messages of other conversations. */
const most = 50;

/** Messages of a scope's other conversations that answer a query, best first, and the recall that found them. */
export interface OtherMessages {
  readonly candidates: readonly Candidate[];
  readonly recalled: RecalledMessages | null;
}

/** What is looked for. */
interface OtherMessagesWanted {
  /** Most tokens of one. */
  readonly longest: number;
  readonly leastScore: number;
  /** So many are looked at, among those of all conversations, this one too. */
  readonly depth: number;
}

/**
 * Finds what other conversations of the scope have to a query. A conversation that has facts visible in it alone shares nothing with others: none of
 * its messages is found from elsewhere, and from it none. Conversations that begin alike, as a branch and what it left, are two ways on from there:
 * neither finds what was said in the other.
 */
export async function otherMessages(
  query: string,
  conversation: Conversation | null,
  { longest, leastScore, depth }: OtherMessagesWanted,
  context: Context,
): Promise<OtherMessages> {
  const none = { candidates: [], recalled: null };
  if (query.trim() === '' || (conversation && (await hasOwnFacts(conversation.id, context)))) return none;
  const isElsewhere = (node: GraphNode, shownBy: readonly Conversation[]) =>
    conversation === null || !(showsMessage(conversation, node) || shownBy.every((other) => beginAlike(conversation, other)));
  const recalled = await recalledMessages(context, null, { query, topK: depth });
  const elsewhere = recalled.found.filter(({ item, node, shownBy }) => item.score >= leastScore && isElsewhere(node, shownBy));
  const found = elsewhere.slice(0, most);
  const shown = withoutRepeats(await sharedMessages(found, context));
  const scores = new Map(shown.map(({ item }) => [item.id, item.score]));
  const nodes = shown.map(({ node }) => node);
  return { candidates: underHeadings(await candidatesOf(nodes, context, { longest, scores })), recalled };
}

/** Whether one branched off the other, or both off a third. */
function beginAlike(one: Conversation, other: Conversation): boolean {
  return sharedStart(countedView(one), countedView(other)) > 0;
}

/** Of messages that say the same, the first: a question that is asked in each conversation is one. */
function withoutRepeats<Found extends { readonly node: GraphNode }>(found: readonly Found[]): readonly Found[] {
  const seen = new Set<string>();
  return found.filter(({ node }) => {
    const { role, speaker, content } = readMessage(node);
    const said = JSON.stringify([role, speaker, content.trim()]);
    if (seen.has(said)) return false;
    seen.add(said);
    return true;
  });
}

function underHeadings(candidates: readonly Candidate[]): readonly Candidate[] {
  const said = candidates.map((candidate) => ({ candidate, ...saidIn(candidate.node) }));
  const sessions = sessionsOf(said);
  return said.map((each) => {
    const heading = { key: sessions.get(each) ?? '', tokens: countTokens(sessionHeading(each)) + 1 };
    return { ...each.candidate, heading, isOther: true };
  });
}

/** When a message was said, and where in which conversation. */
export function saidIn(node: GraphNode): Said {
  return { conversationId: node.conversationId, timestamp: readMessage(node).timestamp, ordinal: node.ordinal ?? 0 };
}
