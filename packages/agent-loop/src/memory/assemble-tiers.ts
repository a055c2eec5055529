import {
  type Episode,
  type ErrorSolutionPair,
  type Fact,
  type InvocationSummary,
  type LeftOutItem,
  type Message,
  type ReceiptTier,
  rememberLately,
} from '@agent-mem/contract';
import { firstLeftOut, leftOutFor } from '@agent-mem/recall';
import { type BudgetFit, countTokens } from '@agent-mem/recall/ranking';
import { roundedMs } from '@agent-mem/runtime';
import { fitTiers, type Sized } from './context-budget.ts';
import { type Fetched, type FetchedTiers, factsOfProfile } from './fetch-tiers.ts';
import type { RecalledMemory } from './recalled-memory.ts';
import { emptyTier, missingTier } from './receipt.ts';
import { holdsNothingRetired, type RememberedText } from './retired-facts.ts';
import { solutionText } from './solution-text.ts';

/** Something that may be shown, as the receipt lists it. */
interface Candidate<Shown> extends Sized {
  readonly shown: Shown;
  readonly id: string;
  readonly score: number;
}

/** Divides so many tokens among what was fetched. All that shows memory shows what this answers. */
export function assembleTiers(fetched: FetchedTiers, maxTokens: number): RecalledMemory {
  const { facts, episodes, summaries, messages, retired, setAside } = fetched;
  const profile = fittingProfile(fetched.profile, maxTokens);
  const isInProfile = new Set(profile.facts.map(({ id }) => id));
  const mayBeShown = holdsNothingRetired(retired);
  const met = divided(
    (episodes.answer?.episodes ?? []).map((episode) =>
      candidate<Met>({ episode }, episode.id, episode.score, episodeText(episode)),
    ),
    (each) => !('episode' in each) || mayBeShown(textOfEpisode(each.episode)),
  );
  const turns = divided(
    [
      ...(messages?.answer?.messages ?? []).map((message) =>
        candidate<Said>({ message }, message.id, message.score, message.content),
      ),
      ...(summaries.answer ?? [])
        .toReversed()
        .map((summary) => candidate<Said>({ summary }, summary.invocation_id ?? '', 1, summaryText(summary))),
    ],
    (each) => mayBeShown('message' in each ? textOfMessage(each.message) : textOfSummary(each.summary)),
  );
  const fit = fitTiers(
    {
      // What the profile says is not said twice.
      facts: (facts.answer?.facts ?? [])
        .filter(({ id }) => !isInProfile.has(id))
        .map((fact) => candidate(fact, fact.id, fact.score, fact.content)),
      episodes: [
        ...met.shown,
        ...(episodes.answer?.solutions ?? []).map((solution) =>
          candidate<Met>({ solution }, solution.solution_id, solution.score, solutionText(solution)),
        ),
      ],
      conversation: turns.shown,
    },
    maxTokens - profile.tier.tokens,
  );
  const found = messages?.answer;
  const said = fit.conversation.items.map(({ shown }) => shown);
  const newestLast = said.flatMap((each) => ('summary' in each ? each.summary : [])).toReversed();
  const recalled = fit.episodes.items.map(({ shown }) => shown);
  const shownIds = [...profile.facts, ...fit.facts.items, ...fit.episodes.items, ...inOrder(fit.conversation.items)].map(
    ({ id }) => id,
  );
  return {
    ...(profile.text !== '' && { profile: { text: profile.text, timestamp: newestOf(profile.facts) } }),
    facts: fit.facts.items.map(({ shown }) => shown),
    episodes: recalled.flatMap((each) => ('episode' in each ? each.episode : [])),
    solutions: recalled.flatMap((each) => ('solution' in each ? each.solution : [])),
    conversation: newestLast,
    ...(messages && { messages: said.flatMap((each) => ('message' in each ? each.message : [])) }),
    lastQuery: summaries.answer?.at(-1)?.query ?? null,
    tiers: {
      profile: profile.tier,
      facts: tierOf(facts, fit.facts, facts.answer?.receipt, [], setAside.facts),
      episodes: tierOf(episodes, fit.episodes, episodes.answer?.receipt, met.retired, setAside.episodes),
      conversation: {
        ...tierOf(
          conversationOf(fetched),
          { ...fit.conversation, items: inOrder(fit.conversation.items) },
          found?.receipt,
          turns.retired,
        ),
        ...(isPartMissing(fetched) && { degraded: [summaries.error === null ? 'messages' : 'summaries'] }),
      },
    },
    ids: shownIds.filter((id) => id !== ''),
    ms: roundedMs(fetched.ms),
  };
}

/** The profile, where there is room for it, with its facts and its part of the receipt. */
function fittingProfile({ answer, error, ms }: FetchedTiers['profile'], maxTokens: number) {
  const none = { text: '', facts: [] };
  if (error !== null) return { ...none, tier: missingTier(error, roundedMs(ms)) };
  const tier = { ...emptyTier, ...answer?.receipt, ms: roundedMs(ms), disabled: answer?.disabled ?? false };
  if (tier.tokens <= maxTokens) return { text: answer?.text ?? '', facts: factsOfProfile(answer), tier };
  const left_out_items = [...leftOutFor('tokens', factsOfProfile(answer))];
  return { ...none, tier: { ...emptyTier, ms: tier.ms, left_out: left_out_items.length, left_out_items } };
}

function newestOf(facts: readonly Fact[]): string {
  return (
    facts
      .map(({ timestamp }) => timestamp)
      .toSorted()
      .at(-1) ?? ''
  );
}

/** What the episodes' tier shows: what was done before, or what solved an error. */
type Met = { readonly episode: Episode } | { readonly solution: ErrorSolutionPair };

/** What the conversation's tier shows: a message that was found, or what an invocation came to. */
type Said = { readonly message: Message } | { readonly summary: InvocationSummary };

function candidate<Shown>(shown: Shown, id: string, score: number | null, text: string): Candidate<Shown> {
  return { shown, id, score: score ?? 0, tokens: tokensOf(text) };
}

/** Most of what is recalled was recalled lately. */
const tokensOf = rememberLately(countTokens, { texts: 1000, characters: 4000 });

/** The conversation is missing only where neither its messages nor its summaries came. */
function conversationOf({ summaries, messages }: FetchedTiers): Fetched<unknown> {
  if (messages === null) return summaries;
  return { ...summaries, error: messages.error && summaries.error, ms: Math.max(messages.ms, summaries.ms) };
}

function isPartMissing({ summaries, messages }: FetchedTiers): boolean {
  return messages !== null && (messages.error === null) !== (summaries.error === null);
}

/** Messages best first, then summaries oldest first: they were fitted the newest first. */
function inOrder(items: readonly Candidate<Said>[]): readonly Candidate<Said>[] {
  const isMessage = ({ shown }: Candidate<Said>) => 'message' in shown;
  return [...items.filter(isMessage), ...items.filter((each) => !isMessage(each)).toReversed()];
}

function tierOf<Shown>(
  { error, ms }: Fetched<unknown>,
  { items, tokens, leftOut, leftOutItems }: BudgetFit<Candidate<Shown>>,
  source: ReceiptTier | null | undefined,
  retired: readonly Candidate<Shown>[] = [],
  setAside: readonly LeftOutItem[] = [],
): ReceiptTier {
  if (error !== null) return missingTier(error, roundedMs(ms));
  return {
    ...emptyTier,
    items: items.map(({ id, score, tokens }) => ({ id, score, tokens })),
    tokens,
    ms: roundedMs(ms),
    left_out: (source?.left_out ?? 0) + leftOut + retired.length + setAside.length,
    // A service of an earlier version lists none.
    left_out_items: [
      ...firstLeftOut(
        [...setAside, ...leftOutFor('retired', retired), ...leftOutFor('tokens', leftOutItems)],
        source?.left_out_items ?? [],
      ),
    ],
    degraded: source?.degraded ?? [],
    stages_ms: source?.stages_ms ?? {},
    best_score: source?.best_score ?? null,
    disabled: source?.disabled ?? false,
  };
}

/** What may be shown, and what speaks of a fact that is retired. */
function divided<Shown>(candidates: readonly Candidate<Shown>[], mayBeShown: (shown: Shown) => boolean) {
  const { shown = [], retired = [] } = Object.groupBy(candidates, (each) => (mayBeShown(each.shown) ? 'shown' : 'retired'));
  return { shown, retired };
}

function textOfEpisode(episode: Episode): RememberedText {
  return { texts: [episodeText(episode)], invocationId: episode.invocation_id, at: episode.timestamp };
}

function textOfMessage({ content, timestamp }: Message): RememberedText {
  return { texts: [content], invocationId: null, at: timestamp };
}

function textOfSummary(summary: InvocationSummary): RememberedText {
  return { texts: [summaryText(summary)], invocationId: summary.invocation_id, at: summary.timestamp };
}

/** An episode as the prompt shows it. */
function episodeText({ goal, steps, outcome, lessons }: Episode): string {
  return [goal, ...steps, outcome, lessons].join('\n');
}

/** A summary as the prompt shows it. */
function summaryText({ query, summary, result }: InvocationSummary): string {
  return `${query}\n${summary}\n${result}`;
}
