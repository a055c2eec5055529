import { type Fact, OperationError, type ResponseOf, type Scope } from '@agent-mem/contract';
import { factsBefore } from '@agent-mem/memory-tools';
import { retiredFactsAsked } from '@agent-mem/recall/believed';
import { timeLimit } from '@agent-mem/runtime';
import type { LoopContext } from '../loop-context.ts';
import { earlierStates } from './earlier-states.ts';
import { rememberedTexts } from './remembered-texts.ts';
import { mostQuarantined, type SetAside, setAsideFor } from './set-aside.ts';

/** What is asked of memory, by an invocation or by a caller who wants the memory alone. */
interface MemoryQuery {
  readonly query: string;
  /** A state of the task; empty: none. */
  readonly state: string;
  /** The conversation that sees its own facts, and of which messages are shown; `null`: none. */
  readonly conversationId: string | null;
  /** The conversation begins now: nothing is stored of it. */
  readonly isNewConversation: boolean;
  /** Whether messages of the scope's other conversations are shown. */
  readonly withOthers: boolean;
  /** Most facts, and most episodes. `null`: as configured. */
  readonly topK: number | null;
  /** Most tokens of all tiers together. */
  readonly maxTokens: number;
  /** So many messages that answer the query, of this conversation and of others each, in place of episodes and of the newest messages. `null`: those too. */
  readonly mostRelevant: number | null;
}

/** What one service answered in time, or why it did not. */
export interface Fetched<Answer> {
  readonly answer: Answer | null;
  readonly error: string | null;
  readonly ms: number;
}

/** What the services of memory have on a query, before any of it is left out. `null` as an answer without an error: there is nothing to ask for. */
export interface FetchedTiers {
  readonly profile: Fetched<ResponseOf<'facts', 'get_profile'>>;
  readonly facts: Fetched<ResponseOf<'facts', 'retrieve'>>;
  /** What the facts found took the place of, where the query asks for what was. */
  readonly before: readonly Fact[];
  readonly episodes: Fetched<ResponseOf<'episodes', 'retrieve'>>;
  readonly conversation: Fetched<ResponseOf<'conversations', 'build_context'>>;
  /**
   * Facts that are not believed any more and that the other tiers speak of, and what those shown said before: of them the other tiers show nothing.
   * `null`: the facts service did not answer which.
   */
  readonly retired: readonly Fact[] | null;
  readonly setAside: SetAside;
  readonly ms: number;
}

/** Most tokens of the user's profile, and most of the room that it takes. */
const profileTokens = 400;
const profileShare = 0.5;
/** What BuildContext takes. */
const mostTokens = 1_000_000;
const nothing = { answer: null, error: null, ms: 0 };

/** Asks all services at once, under one deadline, and then which of the facts that are retired what they answered speaks of. One that fails or is late says why; this never rejects but for the signal. */
export async function fetchTiers(
  context: LoopContext,
  scope: Scope,
  asked: MemoryQuery,
  signal: AbortSignal,
): Promise<FetchedTiers> {
  const { caller, clock, config } = context;
  const { query, state, conversationId, topK, mostRelevant, maxTokens } = asked;
  const isSearch = mostRelevant !== null;
  const limitMs = config.MEMORY_DEADLINE_MS;
  using limit = timeLimit(clock, limitMs, signal);
  const started = clock.now();
  const options = { timeoutMs: limitMs, signal: limit.signal };

  const fetched = async <Answer>(answer: Promise<Answer | null>): Promise<Fetched<Answer>> => {
    try {
      return { answer: await limit.race(answer), error: null, ms: clock.now() - started };
    } catch (cause) {
      signal.throwIfAborted();
      const { type, message } = OperationError.from(cause);
      return { answer: null, error: `${type}: ${message}`, ms: clock.now() - started };
    }
  };
  const ofConversation = conversationId === null ? {} : { conversation_id: conversationId };
  const factsWanted = { ...scope, query, top_k: topK ?? config.FACT_RETRIEVAL_TOP_K, ...ofConversation };
  const episodesWanted = { ...scope, query, state, top_k: topK ?? config.EPISODE_RETRIEVAL_TOP_K };
  const contextWanted = contextOf(asked);
  const quarantined = { ...scope, statuses: ['QUARANTINED'] as const, limit: mostQuarantined };
  const profileWanted = {
    ...{ ...scope, ...ofConversation, without_history: true },
    max_tokens: Math.max(1, Math.min(profileTokens, Math.floor(maxTokens * profileShare))),
  };
  const [profile, facts, episodes, conversation, quarantinedFacts, quarantinedEpisodes] = await Promise.all([
    // Of a list of what was found it is no part.
    isSearch ? nothing : fetched(caller.call('facts', 'get_profile', profileWanted, options)),
    fetched(caller.call('facts', 'retrieve', factsWanted, options)),
    isSearch ? nothing : fetched(caller.call('episodes', 'retrieve', episodesWanted, options)),
    contextWanted
      ? fetched(caller.call('conversations', 'build_context', { ...scope, ...contextWanted }, options).catch(unlessNotFound))
      : nothing,
    fetched(caller.call('facts', 'list', quarantined, options)),
    isSearch ? null : fetched(caller.call('episodes', 'list', quarantined, options)),
  ]);
  const shownFacts = [...factsOfProfile(profile.answer), ...(facts.answer?.facts ?? [])];
  const remembered = rememberedTexts(episodes.answer, conversation.answer);
  const historyOf = (fact_id: string) => caller.call('facts', 'history', { ...scope, fact_id }, options);
  const retiredFacts = async () => {
    const asked = { ...scope, ...retiredFactsAsked(remembered) };
    const [listed, earlier] = await Promise.all([
      fetched(caller.call('facts', 'list', asked, options)),
      fetched(earlierStates(shownFacts, historyOf)),
    ]);
    return listed.answer && earlier.answer && [...listed.answer.facts, ...earlier.answer];
  };
  const [before, retired] = await Promise.all([
    fetched(factsBefore(query, facts.answer?.facts ?? [], historyOf)),
    // Facts that are away are not waited for again.
    remembered.length === 0 ? [] : facts.error === null ? retiredFacts() : null,
  ]);
  return {
    profile,
    facts,
    before: before.answer ?? [],
    episodes,
    conversation,
    retired,
    setAside: setAsideFor(query, {
      facts: quarantinedFacts.answer,
      episodes: quarantinedEpisodes?.answer ?? null,
      conversationId,
    }),
    ms: clock.now() - started,
  };
}

/** The facts that stand in a profile, in its order. */
export function factsOfProfile(profile: ResponseOf<'facts', 'get_profile'> | null): readonly Fact[] {
  return (profile?.fields ?? []).flatMap(({ entries }) => entries.flatMap(({ fact }) => fact ?? []));
}

/** What is wanted of the conversations; `null`: the one that is shown begins now, and others are not wanted. */
function contextOf({ query, conversationId, isNewConversation, withOthers, mostRelevant, maxTokens }: MemoryQuery) {
  if (!withOthers && (conversationId === null || isNewConversation)) return null;
  return {
    conversation_id: conversationId ?? '',
    ...(mostRelevant === null
      ? { strategy: 'hybrid' as const }
      : { strategy: 'relevant' as const, relevant_messages: mostRelevant }),
    query,
    max_tokens: Math.min(Math.max(1, maxTokens), mostTokens),
    other_conversations: withOthers,
  };
}

/** A conversation of which nothing is stored yet is an empty one. */
function unlessNotFound(cause: unknown): null {
  if (cause instanceof OperationError && cause.type === 'not-found') return null;
  throw cause;
}
