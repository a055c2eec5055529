import { countTokens, inTime } from '@agent-mem/recall/ranking';
import { answerBytes, atOnce, countWithin } from '@agent-mem/runtime';
import { extractSummary } from '@agent-mem/service-kit';
import { type ContextMessage, type ContextParts, contextText } from '../domain/context/context-text.ts';
import {
  atMost,
  type ContextChoice,
  type ContextRoom,
  type FittedContext,
  fitContext,
  type LeftOutOfContext,
  withReason,
} from '../domain/context/fit-context.ts';
import type { Conversation } from '../domain/conversation.ts';
import { inOrderOf, viewOf } from '../domain/view/view.ts';
import type { Context } from '../handler.ts';
import { type ShownSummary, summaryOf } from '../summaries/summary-of.ts';
import { type RecalledMessages, recalledMessages } from '../view/recalled-messages.ts';
import { askedMessage } from './asked-message.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { type EarlierTurn, earlierTurns } from './earlier-turns.ts';
import { firstNewest, type NewestMessages } from './newest-messages.ts';
import { otherMessages, saidIn } from './other-messages.ts';

/** What is to be shown. */
export interface ContextWanted {
  /** `null`: nothing is stored of it. */
  readonly conversation: Conversation | null;
  /** Empty: messages are not looked for. */
  readonly query: string;
  readonly room: ContextRoom;
  readonly withSummary: boolean;
  readonly withOthers: boolean;
  /** Messages that answer the query are all that is wanted. */
  readonly isSearch: boolean;
}

/** What of a conversation is shown, each part in its order, and by which recalls it was found. */
export interface ShownContext {
  readonly summary: ShownSummary | null;
  readonly turns: readonly EarlierTurn[];
  readonly relevant: readonly Candidate[];
  readonly recent: readonly Candidate[];
  readonly others: readonly Candidate[];
  /** All messages that are shown, those that answer the query first, best first. */
  readonly messages: readonly Candidate[];
  readonly leftOut: readonly LeftOutOfContext<Candidate>[];
  readonly recalls: readonly RecalledMessages[];
}

/** Most messages looked at that answer the query. */
const mostRelevant = 100;
/** Of a number that is wanted, so many more are looked for. */
const someMore = 10;
/** What the titles of parts take of a budget. */
const titles = {
  messages: () => countTokens('## Relevant Messages\n\n## Recent Messages\n\n'),
  turns: () => countTokens('## Earlier Turns\n\n'),
  others: () => countTokens('\n\n## Other Conversations\n\n'),
};
/** Of a budget: the most of the summary; of one message; of one that is asked for by its place; and what the outline of earlier turns is promised. */
const shares = { summary: 0.1, message: 0.2, asked: 0.5, turns: 0.1 } as const;
/** What nobody asked to see must answer the query: on LoCoMo this best score separates what can be answered from what cannot. */
const leastOther = 0.35;
/** A message of so many tokens is never shortened. */
const leastLongest = 100;
const noMessages: NewestMessages = { newest: [] };

/** Chooses what of a conversation is shown, within a budget or by number. */
export async function shownContext(wanted: ContextWanted, context: Context): Promise<ShownContext> {
  const { conversation, room } = wanted;
  const whole = conversation && wanted.withSummary ? await summaryOf(context, context.scope, conversation) : null;
  const summary = whole && shortened(whole, room);
  const hasTurns = conversation !== null && conversation.invocation_count > 0;
  const titled = titles.messages() + (hasTurns ? titles.turns() : 0) + (wanted.withOthers ? titles.others() : 0);
  const taken = titled + countTokens(contextText({ summary: summary?.content ?? null, relevant: [], recent: [] }));
  const promised = hasTurns ? shares.turns : 0;
  const { choice, allNewest, recalls } = await candidatesFor(wanted, lessened(room, taken), context);
  const most = conversation?.max_context_messages ?? context.config.MAX_CONTEXT_MESSAGES ?? Infinity;
  const chosenFrom = (from: ContextChoice<Candidate>) =>
    carriable(atMost(fitContext(from, lessened(room, taken, promised)), most));
  const first = chosenFrom(choice);
  // Where all that was read is shown, more may find room.
  const fitted = allNewest && isAllShown(choice.newest, first) ? chosenFrom({ ...choice, newest: await allNewest() }) : first;
  const messages = [...fitted.relevant, ...fitted.recent];
  const shown = {
    summary,
    relevant: inOrder(
      fitted.relevant.filter(({ isOther }) => !isOther),
      conversation,
    ),
    recent: inOrder(fitted.recent, conversation),
    others: bySession(fitted.relevant.filter(({ isOther }) => isOther)),
    messages,
    leftOut: fitted.leftOut,
    recalls,
  };
  if (!hasTurns) return { ...shown, turns: [] };
  const left = 'maxTokens' in room ? room.maxTokens - titled - countTokens(contextText(partsOf({ ...shown, turns: [] }))) : 0;
  const ids = new Set(messages.map(({ id }) => id));
  return { ...shown, turns: await earlierTurns(conversation, ids, left, context) };
}

/** Of a summary that would take too much of a budget the sentences that say most: messages that answer are worth more. */
function shortened(summary: ShownSummary, room: ContextRoom): ShownSummary | null {
  const maxTokens = 'maxTokens' in room ? Math.floor(room.maxTokens * shares.summary) : Infinity;
  if (summary.tokens <= maxTokens) return summary;
  const content = atOnce(extractSummary(summary.content, { maxTokens }));
  return content === '' ? null : { ...summary, content, tokens: countTokens(content) };
}

/** The parts as the text shows them. */
export function partsOf({
  summary,
  turns,
  relevant,
  recent,
  others,
}: Omit<ShownContext, 'messages' | 'leftOut' | 'recalls'>): ContextParts {
  return {
    summary: summary?.content ?? null,
    turns: turns.map(({ turn }) => turn),
    relevant: messagesOf(relevant),
    recent: messagesOf(recent),
    others: others.map(({ message, heading }) => ({ message, session: heading?.key ?? '' })),
  };
}

/** What the candidates show. */
export function messagesOf(candidates: readonly Candidate[]): readonly ContextMessage[] {
  return candidates.map(({ message }) => message);
}

async function candidatesFor({ conversation, query, withOthers, isSearch }: ContextWanted, room: ContextRoom, context: Context) {
  const budget = 'maxTokens' in room ? room.maxTokens : Infinity;
  const longest = Math.max(leastLongest, budget * shares.message);
  // Some are no part of the context: they stand in it already, or their conversation shares nothing.
  const depth = 'maxTokens' in room ? Math.min(mostRelevant, 2 * room.relevant + someMore) : mostRelevant;
  const [{ newest, all }, asked, recalled, elsewhere] = await Promise.all([
    conversation ? firstNewest(conversation, room, longest, context) : noMessages,
    conversation && query !== '' ? askedMessage(query, conversation, context) : null,
    conversation && query !== '' ? recalledMessages(context, conversation, { query, topK: depth }) : null,
    withOthers ? otherMessages(query, conversation, { longest, leastScore: isSearch ? 0 : leastOther, depth }, context) : null,
  ]);
  const found = recalled?.found ?? [];
  const [own, named] = await Promise.all([
    candidatesOf(
      found.map(({ node }) => node),
      context,
      { longest, scores: new Map(found.map(({ item }) => [item.id, item.score])) },
    ),
    asked
      ? candidatesOf([asked], context, {
          longest: Math.max(leastLongest, budget * shares.asked),
          scores: new Map([[asked.id, 1]]),
        })
      : [],
  ]);
  return {
    choice: { newest, asked: named, best: elsewhere ? [own, elsewhere.candidates] : [own] },
    allNewest: all,
    recalls: [recalled, elsewhere?.recalled].filter((each) => each != null),
  };
}

function isAllShown(newest: readonly Candidate[], { recent, relevant }: FittedContext<Candidate>): boolean {
  const shown = new Set([...recent, ...relevant].map(({ id }) => id));
  return newest.every(({ id }) => shown.has(id));
}

/** The room without what is taken, and without a share of the rest; numbers of messages stay. */
function lessened(room: ContextRoom, tokens: number, share = 0): ContextRoom {
  if (!('maxTokens' in room)) return room;
  const left = room.maxTokens - tokens;
  return { ...room, maxTokens: left - Math.floor(left * share) };
}

/** What one answer can carry: the text says what the messages say a second time. */
function carriable({ recent, relevant, leftOut }: FittedContext<Candidate>): FittedContext<Candidate> {
  const fitting = countWithin(messagesOf([...recent, ...relevant]), answerBytes / 2);
  return {
    recent: recent.slice(0, fitting),
    relevant: relevant.slice(0, Math.max(0, fitting - recent.length)),
    leftOut: [...withReason('answer_size', [...recent, ...relevant].slice(fitting)), ...leftOut],
  };
}

function inOrder(candidates: readonly Candidate[], conversation: Conversation | null): readonly Candidate[] {
  if (conversation === null) return candidates;
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const nodes = inOrderOf(
    viewOf(conversation),
    candidates.map(({ node }) => node),
  );
  return nodes.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Sessions by when they began, and what was said in each by time. */
function bySession(candidates: readonly Candidate[]): readonly Candidate[] {
  const said = inTime(candidates.map((candidate) => ({ candidate, ...saidIn(candidate.node) })));
  const sessions = Map.groupBy(said, ({ candidate }) => candidate.heading?.key);
  return [...sessions.values()].flat().map(({ candidate }) => candidate);
}
