import { type Choosable, chooseTogether } from '@agent-mem/recall/ranking';

/** A message that may stand in a context. */
export interface ContextCandidate {
  readonly id: string;
  readonly tokens: number;
}

/** What a context has room for: a budget of tokens, or a number of messages of each kind. `relevant`: those that answer the query, of this conversation and of others each. */
export type ContextRoom =
  | { readonly maxTokens: number; readonly strategy: 'recent' | 'relevant' | 'hybrid'; readonly relevant: number }
  | { readonly recent: number; readonly relevant: number };

/** A message that might stand in a context and does not. */
export interface LeftOutOfContext<Candidate> {
  readonly candidate: Candidate;
  /** `tokens`: no room in the budget. `top_k`: more than the number that is wanted. `answer_size`: one answer cannot carry it. */
  readonly reason: 'tokens' | 'top_k' | 'answer_size';
}

/** What stands in a context, and what does not. No message stands in it twice. */
export interface FittedContext<Candidate> {
  /** Newest first. */
  readonly recent: readonly Candidate[];
  /** Best first. */
  readonly relevant: readonly Candidate[];
  readonly leftOut: readonly LeftOutOfContext<Candidate>[];
}

/** The newest messages show what the talk is about: so many of them come first where the best share the budget, with so much of it at most. */
const firstRecent = 5;
const shareOfFirstRecent = 0.25;

/** What may stand in a context. */
export interface ContextChoice<Candidate> {
  /** Newest first. */
  readonly newest: readonly Candidate[];
  /** The message that the query asks for by its place. */
  readonly asked: readonly Candidate[];
  /** Those that answer the query, of this conversation and of others, each best first. */
  readonly best: readonly (readonly Candidate[])[];
}

/** Chooses among the newest messages and those that answer the query. */
export function fitContext<Candidate extends ContextCandidate & Choosable>(
  { newest, asked, best }: ContextChoice<Candidate>,
  room: ContextRoom,
): FittedContext<Candidate> {
  if (!('maxTokens' in room)) {
    const recent = newest.slice(0, room.recent);
    const lists = [asked, ...best].map((list, index) => without(list, index === 0 ? recent : [...recent, ...asked]));
    const relevant = lists.flatMap((list) => list.slice(0, room.relevant));
    return { recent, relevant, leftOut: withReason('top_k', without(lists.flat(), relevant)) };
  }
  const { maxTokens, strategy } = room;
  const isHybrid = strategy === 'hybrid';
  const wanted = strategy === 'recent' ? [] : asked.filter(({ tokens }) => tokens <= maxTokens);
  const left = maxTokens - tokensOf(wanted);
  const newestFew = without(newest.slice(0, firstRecent), wanted);
  const first = isHybrid ? newestThatFit(newestFew, Math.min(left, maxTokens * shareOfFirstRecent)) : [];
  const others = strategy === 'recent' ? [] : best.map((list) => without(list, [...first, ...wanted]));
  const bestFew = others.map((list) => list.slice(0, room.relevant));
  const chosen = chooseTogether(bestFew, { maxTokens: left - tokensOf(first) });
  const relevant = [...wanted, ...chosen.items];
  const beyond = others.flatMap((list) => list.slice(room.relevant));
  const leftOutOf = (recent: readonly Candidate[]) => [
    ...withReason('tokens', without(chosen.leftOut, recent)),
    ...withReason('top_k', without(beyond, recent)),
  ];
  if (strategy === 'relevant') return { recent: [], relevant, leftOut: leftOutOf([]) };
  const rest = without(newest, [...first, ...relevant]);
  const more = newestThatFit(rest, maxTokens - tokensOf(first) - tokensOf(wanted) - chosen.tokens);
  const recent = [...first, ...more];
  return { recent, relevant, leftOut: leftOutOf(recent) };
}

/** So many messages of a context at most: the newest few, then those that answer the query, then the others. */
export function atMost<Candidate extends ContextCandidate>(
  { recent, relevant, leftOut }: FittedContext<Candidate>,
  most: number,
): FittedContext<Candidate> {
  if (recent.length + relevant.length <= most) return { recent, relevant, leftOut };
  const first = relevant.length === 0 ? most : Math.min(firstRecent, Math.ceil(most / 3));
  const shownRelevant = relevant.slice(0, Math.max(0, most - Math.min(first, recent.length)));
  const shownRecent = recent.slice(0, most - shownRelevant.length);
  const cut = [...relevant.slice(shownRelevant.length), ...recent.slice(shownRecent.length)];
  return { recent: shownRecent, relevant: shownRelevant, leftOut: [...withReason('top_k', cut), ...leftOut] };
}

/** All of these, left out for one reason. */
export function withReason<Candidate>(
  reason: LeftOutOfContext<Candidate>['reason'],
  candidates: readonly Candidate[],
): readonly LeftOutOfContext<Candidate>[] {
  return candidates.map((candidate) => ({ candidate, reason }));
}

/** Not past the first that has no room: what follows would read as if it came right after it. */
function newestThatFit<Candidate extends ContextCandidate>(
  newest: readonly Candidate[],
  maxTokens: number,
): readonly Candidate[] {
  let tokens = 0;
  const end = newest.findIndex((candidate) => {
    tokens += candidate.tokens;
    return tokens > maxTokens;
  });
  return end < 0 ? newest : newest.slice(0, end);
}

function without<Candidate extends ContextCandidate>(
  candidates: readonly Candidate[],
  taken: readonly ContextCandidate[],
): readonly Candidate[] {
  const ids = new Set(taken.map(({ id }) => id));
  return candidates.filter(({ id }) => !ids.has(id));
}

function tokensOf(candidates: readonly ContextCandidate[]): number {
  return candidates.reduce((sum, { tokens }) => sum + tokens, 0);
}
