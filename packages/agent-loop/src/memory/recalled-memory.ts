import {
  type AgentRequest,
  type Episode,
  type ErrorSolutionPair,
  type Fact,
  type InvocationSummary,
  OperationError,
  type ReceiptTier,
  type Scope,
} from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import type { Invocation } from '../invocation.ts';
import type { LoopContext } from '../loop-context.ts';
import { timeLimit } from '../time-limit.ts';
import { fitTiers } from './context-budget.ts';
import { emptyTier, missingTier } from './receipt.ts';
import { holdsNothingRetired } from './retired-facts.ts';
import { solutionText } from './solution-text.ts';

/** The three tiers that are fetched, as far as they fit into the context. Plain JSON: it may travel with the steps. */
export interface RecalledMemory {
  readonly facts: readonly Fact[];
  readonly episodes: readonly Episode[];
  /** What solved errors like those in the question. Absent in what an agent of an earlier version recalled. */
  readonly solutions?: readonly ErrorSolutionPair[];
  /** Oldest first. */
  readonly conversation: readonly InvocationSummary[];
  /** What the user wrote before in the conversation, whether or not it is in the context. Absent: nothing, or an agent of an earlier version recalled it. */
  readonly lastQuery?: string | null;
  readonly tiers: { readonly facts: ReceiptTier; readonly episodes: ReceiptTier; readonly conversation: ReceiptTier };
  /** Ids of all that is in the context. */
  readonly ids: readonly string[];
  readonly ms: number;
}

/** Facts that are not believed any more, the newest: what other tiers say of them is left out. */
const mostRetired = 200;
/** More summaries than this never fit. */
const mostSummaries = 100;

/** What an invocation without memory recalls. */
export function noMemory(reason: string): RecalledMemory {
  const tier = missingTier(reason, 0);
  return {
    facts: [],
    episodes: [],
    conversation: [],
    tiers: { facts: tier, episodes: tier, conversation: tier },
    ids: [],
    ms: 0,
  };
}

/** Fetches the tiers in parallel under one deadline. A tier that fails or is late is left out and says why; it never rejects but for the signal. */
export async function recallMemory(
  context: LoopContext,
  scope: Scope,
  invocation: Invocation,
  request: AgentRequest,
  signal: AbortSignal,
): Promise<RecalledMemory> {
  const { caller, clock, config } = context;
  const limitMs = config.MEMORY_DEADLINE_MS;
  using limit = timeLimit(clock, limitMs, signal, () => new OperationError('deadline-exceeded', `later than ${limitMs} ms`));
  const started = clock.now();
  const options = { timeoutMs: limitMs, signal: limit.signal };
  const { conversationId } = invocation;

  const fetched = async <Answer>(answer: Promise<Answer>): Promise<Fetched<Answer>> => {
    try {
      return { answer: await limit.race(answer), error: null, ms: clock.now() - started };
    } catch (cause) {
      signal.throwIfAborted();
      const { type, message } = OperationError.from(cause);
      return { answer: null, error: `${type}: ${message}`, ms: clock.now() - started };
    }
  };
  const [facts, episodes, conversation] = await Promise.all([
    fetched(
      caller.call(
        'facts',
        'retrieve',
        { ...scope, query: request.question, top_k: config.FACT_RETRIEVAL_TOP_K, conversation_id: conversationId },
        options,
      ),
    ),
    fetched(
      caller.call(
        'episodes',
        'retrieve',
        { ...scope, query: request.question, state: request.state, top_k: config.EPISODE_RETRIEVAL_TOP_K },
        options,
      ),
    ),
    fetched(
      invocation.isNewConversation
        ? Promise.resolve([])
        : caller
            .call('conversations', 'get', { ...scope, conversation_id: conversationId, limit: mostSummaries }, options)
            .then(({ conversation }) => conversation.invocations)
            .catch(emptyIfNotFound),
    ),
  ]);

  const turns = conversation.answer ?? [];
  const found = episodes.answer?.episodes ?? [];
  const hasOthers = facts.error === null && turns.length + found.length > 0;
  const retired = hasOthers
    ? await fetched(caller.call('facts', 'list', { ...scope, statuses: ['SUPERSEDED', 'DELETED'], limit: mostRetired }, options))
    : null;
  const mayBeShown = holdsNothingRetired(retired?.answer?.facts ?? []);
  const shownTurns = turns.filter(({ query, summary, result, invocation_id, timestamp }) =>
    mayBeShown({ texts: [query, summary, result], invocationId: invocation_id, at: timestamp }),
  );
  const factList = facts.answer?.facts ?? [];
  const episodeList = found.filter(({ goal, steps, outcome, lessons, invocation_id, timestamp }) =>
    mayBeShown({ texts: [goal, ...steps, outcome, lessons], invocationId: invocation_id, at: timestamp }),
  );
  const solutionList = episodes.answer?.solutions ?? [];
  const fit = fitTiers(
    {
      facts: factList.map((fact) => ({ fact, tokens: countTokens(fact.content) })),
      episodes: [
        ...episodeList.map((episode) => ({ episode, solution: null, tokens: countTokens(episodeText(episode)) })),
        ...solutionList.map((solution) => ({ episode: null, solution, tokens: countTokens(solutionText(solution)) })),
      ],
      conversation: shownTurns
        .toReversed()
        .map((summary) => ({ summary, tokens: countTokens(`${summary.query}\n${summary.summary}\n${summary.result}`) })),
    },
    config.MEMORY_CONTEXT_TOKENS,
  );
  const factItems = fit.facts.items.map(({ fact, tokens }) => ({ id: fact.id, score: fact.score ?? 0, tokens }));
  const episodeItems = fit.episodes.items.map(({ episode, solution, tokens }) => ({
    id: episode?.id ?? solution?.solution_id ?? '',
    score: episode?.score ?? solution?.score ?? 0,
    tokens,
  }));
  const summaryItems = fit.conversation.items
    .toReversed()
    .map(({ summary, tokens }) => ({ id: summary.invocation_id ?? '', score: 1, tokens }));
  return {
    facts: fit.facts.items.map(({ fact }) => fact),
    episodes: fit.episodes.items.flatMap(({ episode }) => episode ?? []),
    solutions: fit.episodes.items.flatMap(({ solution }) => solution ?? []),
    conversation: fit.conversation.items.toReversed().map(({ summary }) => summary),
    lastQuery: turns.at(-1)?.query ?? null,
    tiers: {
      facts: tierOf(facts, factItems, fit.facts, facts.answer?.receipt),
      episodes: tierOf(
        episodes,
        episodeItems,
        withMoreLeftOut(fit.episodes, found.length - episodeList.length),
        episodes.answer?.receipt,
      ),
      conversation: tierOf(conversation, summaryItems, withMoreLeftOut(fit.conversation, turns.length - shownTurns.length), null),
    },
    ids: [...factItems, ...episodeItems, ...summaryItems].map(({ id }) => id).filter((id) => id !== ''),
    ms: clock.now() - started,
  };
}

interface Fetched<Answer> {
  readonly answer: Answer | null;
  readonly error: string | null;
  readonly ms: number;
}

function withMoreLeftOut(fit: { readonly tokens: number; readonly leftOut: number }, more: number) {
  return { tokens: fit.tokens, leftOut: fit.leftOut + more };
}

/** A conversation of which nothing is stored yet is an empty one. */
function emptyIfNotFound(cause: unknown): readonly InvocationSummary[] {
  if (cause instanceof OperationError && cause.type === 'not-found') return [];
  throw cause;
}

function tierOf(
  { error, ms }: Fetched<unknown>,
  items: ReceiptTier['items'],
  { tokens, leftOut }: { readonly tokens: number; readonly leftOut: number },
  source: ReceiptTier | null | undefined,
): ReceiptTier {
  if (error !== null) return missingTier(error, ms);
  return {
    ...emptyTier,
    items,
    tokens,
    ms,
    left_out: (source?.left_out ?? 0) + leftOut,
    degraded: source?.degraded ?? [],
    stages_ms: source?.stages_ms ?? {},
    best_score: source?.best_score ?? null,
    disabled: source?.disabled ?? false,
  };
}

/** An episode as the prompt shows it. */
function episodeText({ goal, steps, outcome, lessons }: Episode): string {
  return [goal, ...steps, outcome, lessons].join('\n');
}
