import type { Episode, ErrorSolutionPair, Fact, LeftOutItem, ReceiptTier, ResponseOf } from '@agent-mem/contract';
import { outcomeText } from '@agent-mem/memory-tools';
import { firstLeftOut, type LeftOutReason, leftOutFor } from '@agent-mem/recall';
import { holdsNothingRetired, textOfEpisode } from '@agent-mem/recall/believed';
import { chooseTogether, inTime } from '@agent-mem/recall/ranking';
import { roundedMs, roundedScore } from '@agent-mem/runtime';
import { type Candidate, candidate } from './candidate.ts';
import type { Fetched, FetchedTiers } from './fetch-tiers.ts';
import { fittingProfile, newestOf } from './fitting-profile.ts';
import type { RecalledMemory } from './recalled-memory.ts';
import { emptyTier, missingTier } from './receipt.ts';
import { type SaidItem, saidCandidates } from './said/said-candidates.ts';
import { saidSessions } from './said/said-entry.ts';
import { solutionText } from './solution-text.ts';

/** What fits the question by less than this share of the best adds tokens rather than answers: of LoCoMo's evidence 1 % is found behind it. */
const leastShare = 0.35;
/** What is only near in time fills the budget up to this share of it. */
const shareWithRest = 0.75;

/** Divides so many tokens among what was fetched, by what each adds. All that shows memory shows what this answers. `isTagged`: they go into a prompt, in tags that take room too; else they are what a search found, whatever it is worth. */
export function assembleTiers(fetched: FetchedTiers, maxTokens: number, isTagged = true): RecalledMemory {
  const { facts, before, episodes, conversation, retired, setAside } = fetched;
  const profile = fittingProfile(fetched.profile, maxTokens);
  const isInProfile = new Set(profile.facts.map(({ id }) => id));
  const mayBeShown = holdsNothingRetired(retired);
  const reason: LeftOutReason = retired ? 'retired' : 'unchecked';
  const notShown = (items: readonly { readonly id: string }[]): readonly LeftOutItem[] => items.map(({ id }) => ({ id, reason }));
  // What the profile says is not said twice.
  const factList = [...(facts.answer?.facts ?? []), ...before]
    .filter(({ id }) => !isInProfile.has(id))
    .map((fact) => factCandidate(fact, isTagged));
  const { shown: episodeList = [], retired: retiredEpisodes = [] } = Object.groupBy(
    (episodes.answer?.episodes ?? []).map(episodeCandidate),
    ({ shown }) => ('episode' in shown && !mayBeShown(textOfEpisode(shown.episode)) ? 'retired' : 'shown'),
  );
  const solutionList = (episodes.answer?.solutions ?? []).map(solutionCandidate);
  const said = saidCandidates(conversation.answer, mayBeShown);
  // What a fact or an episode says already is worth less as a message.
  const lists: Candidate<unknown>[][] = [
    [...factList],
    [...episodeList],
    [...solutionList],
    [...said.first],
    [...said.own],
    [...said.others],
  ];
  const room = maxTokens - profile.tier.tokens;
  const rest = { items: [...said.rest], upTo: room - maxTokens * (1 - shareWithRest) };
  const { items, leftOut, poor } = chooseTogether<Candidate<unknown>>(lists, {
    maxTokens: room,
    leastShare: isTagged ? leastShare : 0,
    rest,
  });
  const chosen = new Set<Candidate<unknown>>(items);
  const left = new Set<Candidate<unknown>>(leftOut);
  const worthLittle = new Set<Candidate<unknown>>(poor);
  const split = <Shown>(list: readonly Candidate<Shown>[]): Split<Shown> => ({
    shown: list.filter((each) => chosen.has(each)),
    noRoom: list.filter((each) => left.has(each)),
    poor: list.filter((each) => worthLittle.has(each)),
  });
  const shownFacts = split(factList);
  const met = split<Met>([...episodeList, ...solutionList]);
  const spoken = split<SaidItem>([...said.first, ...said.own, ...said.others, ...said.rest]);
  const entries = spoken.shown.flatMap(({ shown }) => ('summary' in shown ? [] : shown));
  const recalled = met.shown.map(({ shown }) => shown);
  const shownIds = [...profile.facts, ...shownFacts.shown, ...met.shown, ...spoken.shown].map(({ id }) => id);
  return {
    ...(profile.text !== '' && { profile: { text: profile.text, timestamp: newestOf(profile.facts) } }),
    facts: shownFacts.shown.map(({ shown }) => shown),
    episodes: recalled.flatMap((each) => ('episode' in each ? each.episode : [])),
    solutions: recalled.flatMap((each) => ('solution' in each ? each.solution : [])),
    conversation: inTime(entries).flatMap(({ turn }) => turn ?? []),
    summary: spoken.shown.flatMap(({ shown }) => ('summary' in shown ? shown.summary : []))[0] ?? null,
    sessions: saidSessions(
      entries.filter(({ conversationId }) => conversationId === null),
      said.sessions,
    ),
    otherSessions: saidSessions(
      entries.filter(({ conversationId }) => conversationId !== null),
      said.sessions,
    ),
    messages: entries.flatMap(({ message }) => message ?? []),
    lastQuery: lastQueryOf(conversation.answer),
    tiers: {
      profile: profile.tier,
      facts: tierOf(facts, shownFacts, facts.answer?.receipt, setAside.facts),
      episodes: tierOf(episodes, met, episodes.answer?.receipt, [...setAside.episodes, ...notShown(retiredEpisodes)]),
      conversation: tierOf(conversation, spoken, conversation.answer?.receipt, notShown(said.retired)),
    },
    ids: shownIds.filter((id) => id !== ''),
    ms: roundedMs(fetched.ms),
  };
}

/** What the episodes' tier shows: what was done before, or what solved an error. */
type Met = { readonly episode: Episode } | { readonly solution: ErrorSolutionPair };

function factCandidate(fact: Fact, isTagged: boolean): Candidate<Fact> {
  const { id, content, score, timestamp } = fact;
  const tag = isTagged ? `<memory kind="fact" id="${id}" time="${timestamp}"></memory>\n` : '[memory] \n';
  return candidate({ shown: fact, id, score, text: content, tag });
}

function episodeCandidate(episode: Episode): Candidate<Met> {
  const { id, score } = episode;
  const tag = `<memory kind="episode" id="${id}">\nGoal: \nOutcome: \nLessons: \n</memory>\n`;
  return candidate<Met>({ shown: { episode }, id, score, text: episodeText(episode), tag });
}

function solutionCandidate(solution: ErrorSolutionPair): Candidate<Met> {
  const { solution_id: id, score } = solution;
  const tag = '<memory kind="solution"></memory>\n';
  return candidate<Met>({ shown: { solution }, id, score, text: solutionText(solution), tag });
}

/** An episode as the prompt shows it. */
function episodeText(episode: Episode): string {
  const { goal, steps, lessons } = episode;
  return [goal, ...steps, outcomeText(episode), lessons].join('\n');
}

/** What the user said last, by a message or by what a turn came to. */
function lastQueryOf(answer: Partial<ResponseOf<'conversations', 'build_context'>> | null): string | null {
  const { recent_messages = [], invocations = [] } = answer ?? {};
  return recent_messages.findLast(({ role }) => role === 'user')?.content ?? invocations.at(-1)?.query ?? null;
}

/** What of a tier is shown, what found no room, and what is worth too little beside the best. */
interface Split<Shown> {
  readonly shown: readonly Candidate<Shown>[];
  readonly noRoom: readonly Candidate<Shown>[];
  readonly poor: readonly Candidate<Shown>[];
}

function tierOf<Shown>(
  { error, ms }: Fetched<unknown>,
  { shown, noRoom, poor }: Split<Shown>,
  source: ReceiptTier | null | undefined,
  apart: readonly LeftOutItem[],
): ReceiptTier {
  if (error !== null) return missingTier(error, roundedMs(ms));
  return {
    ...emptyTier,
    items: shown.map(({ id, score, ownTokens }) => ({ id, score: roundedScore(Math.min(1, score)), tokens: ownTokens })),
    tokens: shown.reduce((sum, { ownTokens }) => sum + ownTokens, 0),
    ms: roundedMs(ms),
    left_out: (source?.left_out ?? 0) + noRoom.length + poor.length + apart.length,
    // A service of an earlier version lists none.
    left_out_items: [
      ...firstLeftOut(apart, leftOutFor('tokens', noRoom), leftOutFor('least_share', poor), source?.left_out_items ?? []),
    ],
    degraded: source?.degraded ?? [],
    stages_ms: source?.stages_ms ?? {},
    best_score: source?.best_score ?? null,
    disabled: source?.disabled ?? false,
  };
}
