import { type Collection, weighTerms } from './bm25.ts';
import { type Candidate, createPool, type Pool } from './pool.ts';
import type { FeatureName, RecallProfile } from './profile.ts';
import type { PastQuestion, Question } from './question.ts';
import type { Ranking } from './ranking.ts';
import { doubtOf, isSpoken } from './stages/doubt.ts';
import { measured } from './stages/measured.ts';
import { aged } from './stages/recency.ts';
import { relevance } from './stages/relevance.ts';
import { namedParticipants } from './stages/speaker.ts';
import { features, sumsOf, weightedFeatures } from './stages/sum.ts';
import { tenseFactors } from './stages/tense.ts';
import { type Meaning, type Spellings, spellingsOf, unwritten } from './stages/unwritten.ts';

/** What is ranked, and by what. */
export interface RankInput<Document extends Candidate> {
  readonly question: Question;
  readonly candidates: readonly Document[];
  /** Messages beside the candidates: looked at, not answered. */
  readonly neighbours?: readonly Document[];
  readonly collection: Collection;
  readonly profile: RecallProfile;
  /** The conversation that asks. */
  readonly askedFrom?: string | null;
  readonly pastQuestions?: readonly PastQuestion[];
  /** Compares words by what they mean. Absent: words are compared by their letters alone. */
  readonly meaning?: Meaning | null;
}

/** A candidate with its scores. */
export interface Ranked<Document extends Candidate = Candidate> {
  readonly id: string;
  readonly document: Document;
  /** How well it fits what was asked, by itself: 0 to 1, and comparable between questions. Thresholds are about this one. */
  readonly relevance: number;
  /** What it is ordered by: 1 for the best of this question, before age and a cross-encoder have their say. */
  readonly score: number;
  /** By stage: what each feature adds to `sum`; `lexical` and `cosine`, which make up `relevance`; later stages by their names. */
  explain(): Record<string, number>;
}

/**
 * Ranks candidates by the weighted sum of their features, best first; by relevance where the profile weighs none. Candidates that have
 * nothing of the question are left out: no word, also not beside them, and no vector as near as `leastCosine`.
 */
export function rank<Document extends Candidate>(input: RankInput<Document>): readonly Ranked<Document>[] {
  const { question, candidates, neighbours = [], profile } = input;
  const pool = createPool(candidates, neighbours, profile.session.gapMs);
  const ranking = rankingOf(input, pool);
  const fit = relevance(ranking);
  const weighted = weightedFeatures(ranking);
  const words = question.terms.length > 0 ? ranking.feature('words') : null;
  const sums = weighted.length === 0 ? fit.relevance : sumsOf(weighted, pool.documents.length);
  const isRelevant = (index: number) => (words?.[index] ?? 0) > 0 || (fit.cosine[index] ?? 0) >= profile.leastCosine;
  const best = candidates.reduce((most, _, index) => (isRelevant(index) ? Math.max(most, sums[index] ?? 0) : most), 0);
  const scale = weighted.length === 0 || best <= 0 ? 1 : best;
  const ranked = candidates.flatMap((document, index) => {
    if (!isRelevant(index)) return [];
    // Made only for what is answered: of hundreds that are ranked, few are.
    const explain = () => ({
      lexical: fit.lexical[index] ?? 0,
      cosine: fit.cosine[index] ?? 0,
      ...Object.fromEntries(weighted.map(({ name, weight, values }) => [name, (values[index] ?? 0) * weight])),
      sum: sums[index] ?? 0,
    });
    const own = fit.relevance[index] ?? 0;
    return { id: document.id, document, relevance: own, score: (sums[index] ?? 0) / scale, explain };
  });
  return doubted(ranked.sort(bestFirst), namedParticipants(ranking), profile);
}

/** Relevance is less where the question may rest on a mistake. */
function doubted<Document extends Candidate>(
  ranked: readonly Ranked<Document>[],
  named: readonly string[],
  profile: RecallProfile,
): readonly Ranked<Document>[] {
  const [only] = named;
  if (profile.doubt === 0 || only === undefined || named.length > 1) return ranked;
  const doubt = doubtOf(ranked, only);
  return ranked.map((item) => {
    if (!isSpoken(item.document)) return item;
    const less = profile.doubt * (item.document.fields.speaker === only ? doubt.own : doubt.others);
    return explained({ ...item, relevance: item.relevance * (1 - less) }, { doubt: less });
  });
}

function rankingOf(input: RankInput<Candidate>, pool: Pool): Ranking {
  const terms = weighTerms(input.question.terms, input.collection);
  const size = pool.documents.length;
  const counts = new Float64Array(terms.length * size);
  let spellings: Spellings | undefined;
  for (const [number, { term }] of terms.entries()) {
    counts.set(
      measured(pool.documents, (document) => document.counts[term] ?? 0),
      number * size,
    );
    if ((input.collection.documentFrequency.get(term) ?? 0) > 0) continue;
    const word = input.question.wordOf.get(term) ?? term;
    spellings ??= spellingsOf(pool.documents);
    counts.set(unwritten(word, spellings, input.profile, input.meaning), number * size);
  }
  const computed = new Map<FeatureName, Float64Array>();
  const ranking: Ranking = {
    question: input.question,
    pool,
    profile: input.profile,
    collection: input.collection,
    terms,
    counts,
    askedFrom: input.askedFrom ?? null,
    pastQuestions: input.pastQuestions ?? [],
    feature(name) {
      const known = computed.get(name) ?? features[name](ranking);
      computed.set(name, known);
      return known;
    },
  };
  return ranking;
}

/** Equal scores go by id, so that every store gives the same order. */
function bestFirst(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1);
}

/** The order after a cross-encoder has read the first of them: `logits` in their order. What it has not read stays behind what it has. */
export function rerank<Document extends Candidate>(
  ranked: readonly Ranked<Document>[],
  logits: readonly number[],
  { weight }: RecallProfile['rerank'],
): readonly Ranked<Document>[] {
  const read = ranked.slice(0, logits.length).map((item, index) => {
    const relevance = sigmoid(logits[index] ?? 0);
    const score = (1 - weight) * item.score + weight * relevance;
    return explained({ ...item, relevance, score }, { rerank: relevance });
  });
  return [...read.sort(bestFirst), ...ranked.slice(logits.length)];
}

/** The order after age has had its say. */
export function withRecency<Document extends Candidate>(
  ranked: readonly Ranked<Document>[],
  nowMs: number,
  { recency }: Pick<RecallProfile, 'recency'>,
): readonly Ranked<Document>[] {
  if (recency.weight === 0) return ranked;
  const old = ranked.map((item) => {
    const score = aged(item.score, item.document.timestamp, nowMs, recency);
    return explained({ ...item, score }, { recency: score - item.score });
  });
  return old.sort(bestFirst);
}

function explained<Item extends Ranked>(item: Item, more: Readonly<Record<string, number>>): Item {
  return { ...item, explain: () => ({ ...item.explain(), ...more }) };
}

/** The order after a question for the present, or for the past, has had its say. */
export function withTense<Document extends Candidate>(
  ranked: readonly Ranked<Document>[],
  question: Pick<Question, 'tense'>,
  { tense }: Pick<RecallProfile, 'tense'>,
): readonly Ranked<Document>[] {
  if (question.tense === null || tense[question.tense] === 0) return ranked;
  const timed = ranked.map(({ score, document: { timestamp } }) => ({ score, timestamp }));
  const factors = tenseFactors(timed, question, tense);
  const adjusted = ranked.map((item, index) => {
    const score = item.score * (factors[index] ?? 1);
    return explained({ ...item, score }, { tense: score - item.score });
  });
  return adjusted.sort(bestFirst);
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
