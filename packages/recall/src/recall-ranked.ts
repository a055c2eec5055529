import type { Scope } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import { turnFor } from '@agent-mem/runtime';
import type { EmbeddedVector, IndexHit, IndexProbe } from '@agent-mem/storage';
import { givenVector, hasDirection } from './indexing/given-vector.ts';
import { type Collection, weighTerms } from './ranking/bm25.ts';
import type { RecallProfile } from './ranking/profile.ts';
import { analyseQuestion, type PastQuestion } from './ranking/question.ts';
import { type Ranked, rank, rerank, withRecency, withTense } from './ranking/rank.ts';
import { diversify } from './ranking/stages/diversity.ts';
import type { Meaning } from './ranking/stages/unwritten.ts';
import type { Recall, RecallContext, Recalled, RecallRequest } from './recall.ts';
import { firstLeftOut, leftOutFor } from './receipts/left-out-items.ts';
import { neighbourPositions, searchCandidates, widen } from './stages/candidates.ts';
import { isCatchingUp } from './stages/embedder.ts';
import { profileOf } from './stages/profile.ts';
import { queryVector } from './stages/query-vector.ts';
import { type RecallStages, recallStages } from './stages/stages.ts';
import { conversationsOf } from './stretch.ts';

/** The query's vector may take so much of the time there is; words must still be looked up after it. */
const embeddingShare = 0.6;

const mostTerms = 128;

/** Past questions may take so much of the time there is, of so many milliseconds at most: without them the ranking is what it was. */
const pastShare = 0.4;
const longestPastMs = 2_000;

/** Of a ranking, MMR looks at so many items for each that it chooses. */
const mmrItemsPerItem = 10;

/**
 * Finds what shares words or meaning with a query, best first. Never answers what shares neither. With little time left it drops
 * stages: first `rerank`, then `neighbours`, then `dense`.
 */
export async function recall(context: RecallContext, scope: Scope, request: RecallRequest): Promise<Recall> {
  const started = context.clock.now();
  const { searchIndex } = context;
  const profile = profileOf(context.config, request);
  await turnFor(request.query);
  const question = analyseQuestion(request.query, context.analysis.language);
  await turnFor(request.query);
  const stages = recallStages(searchIndex, context.timeLeftMs);
  const terms = profile.lexicalLeg ? question.terms : [];
  const [vector, collection, isFilterBehind, pastQuestions] = await Promise.all([
    profile.denseLeg ? vectorOf(context, scope, request, stages) : null,
    stages.needed('statistics', () =>
      searchIndex.statistics(scope, {
        kinds: request.kinds,
        terms,
        ...(request.within == null ? {} : { conversationIds: conversationsOf(request.within) }),
      }),
    ),
    request.filter ? searchIndex.lacksAttributes(scope, request.kinds) : false,
    askedBefore(context, request, profile, stages),
  ]);
  const weighted = rarest(terms, collection);
  const probe: IndexProbe = {
    ...(weighted.length === 0 ? {} : { terms: weighted }),
    ...(vector === null ? {} : { vector }),
  };
  const hits =
    terms.length === 0 && vector === null
      ? []
      : await stages.needed('search', () => searchCandidates(searchIndex, scope, { request, probe, profile }));
  // A neighbour need not pass a filter.
  const beside = request.filter ? [] : await neighboursOf(context, scope, { hits, probe, profile }, stages);
  const { candidates, neighbours } = widen(hits, beside, request);
  const byFeatures = await stages.needed('rank', async () =>
    rank({
      question: { ...question, terms: weighted.map(({ term }) => term) },
      candidates,
      neighbours,
      collection,
      profile,
      askedFrom: request.visibleFrom ?? null,
      pastQuestions,
      meaning: vector === null ? null : meaningBy(context.embedder),
    }),
  );
  const ranked = await reranked(context, scope, { ranked: byFeatures, request, profile }, stages);
  const fitting = ranked.filter(({ relevance }) => relevance >= profile.scoreThreshold);
  const relevant = withTense(withRecency(fitting, started, profile), question, profile);
  const chosen = await chosenOf(context, scope, { relevant, profile, vector }, stages);
  return {
    items: chosen.map(recalled),
    bestScore: ranked.length === 0 ? null : Math.max(...ranked.map(({ relevance }) => relevance)),
    degraded: isFilterBehind ? [...stages.degraded, 'filter'] : stages.degraded,
    leftOut: relevant.length - chosen.length,
    leftOutItems: leftOutOf(ranked, relevant, chosen),
    ms: context.clock.now() - started,
    stagesMs: stages.stagesMs,
  };
}

/** Compares words as the embedder does; `null`: it compares no words. */
function meaningBy(embedder: Embedder): Meaning | null {
  return embedder.likenessTo ? (word) => embedder.likenessTo?.(word) ?? null : null;
}

/** Questions like this one, where the profile looks at them. */
async function askedBefore(
  { timeLeftMs }: RecallContext,
  { pastQuestions }: RecallRequest,
  { weights }: RecallProfile,
  stages: RecallStages,
): Promise<readonly PastQuestion[]> {
  if (pastQuestions === undefined || !weights.asked_before) return [];
  const limits = { reserveMs: stages.expectedMs('search', 'rank'), mostMs: timeLeftMs(longestPastMs) * pastShare };
  return (await stages.optional('asked_before', limits, pastQuestions)) ?? [];
}

/** Items that stand before the last chosen one were passed over for being like another. */
function leftOutOf(
  ranked: readonly Ranked<IndexHit>[],
  relevant: readonly Ranked<IndexHit>[],
  chosen: readonly Ranked<IndexHit>[],
): Recall['leftOutItems'] {
  const isChosen = new Set(chosen.map(({ id }) => id));
  const isRelevant = new Set(relevant.map(({ id }) => id));
  const end = relevant.findLastIndex(({ id }) => isChosen.has(id));
  const left = (items: readonly Ranked<IndexHit>[]) => items.filter(({ id }) => !isChosen.has(id));
  return firstLeftOut(
    leftOutFor('similar', left(relevant.slice(0, end + 1))),
    leftOutFor('top_k', left(relevant.slice(end + 1))),
    leftOutFor(
      'score_threshold',
      ranked.filter(({ id }) => !isRelevant.has(id)),
    ),
  );
}

/** A question of more terms is a text: the rarest that somebody has written say enough, and each costs a look at every candidate. */
function rarest(terms: readonly string[], collection: Collection): ReturnType<typeof weighTerms> {
  if (terms.length <= mostTerms) return weighTerms(terms, collection);
  const written = terms.filter((term) => (collection.documentFrequency.get(term) ?? 0) > 0);
  return weighTerms(written, collection)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostTerms);
}

/** `null`: there is nothing to embed, the scope goes by words alone, or there was no vector in time. */
async function vectorOf(
  context: RecallContext,
  scope: Scope,
  { query, embedding = [], embedder: maker = null }: RecallRequest,
  stages: RecallStages,
): Promise<EmbeddedVector | null> {
  const { embedder, previousEmbedder, analysis, searchIndex, timeLeftMs, signal } = context;
  const byPrevious = maker !== null && maker === previousEmbedder?.id ? previousEmbedder : embedder;
  const given = givenVector(byPrevious, { embedding, embedder: maker });
  if (analysis.isLexicalOnly(scope)) return null;
  if (given !== null) return given;
  if (query.trim() === '') return null;
  const reserveMs = stages.expectedMs('statistics', 'search', 'rank');
  const vector = await stages.optional('dense', { reserveMs }, async (timeMs) => {
    const asking = previousEmbedder !== null && (await isCatchingUp({ searchIndex, embedder, previousEmbedder }, scope));
    const share = Math.min(timeMs, timeLeftMs(timeMs) * embeddingShare);
    return share <= 0 ? null : await queryVector(asking ? previousEmbedder : embedder, query, share, signal);
  });
  return vector !== null && hasDirection(vector.values) ? vector : null;
}

async function neighboursOf(
  { searchIndex }: RecallContext,
  scope: Scope,
  { hits, probe, profile }: { readonly hits: readonly IndexHit[]; readonly probe: IndexProbe; readonly profile: RecallProfile },
  stages: RecallStages,
): Promise<readonly IndexHit[]> {
  const positions = neighbourPositions(hits, profile);
  if (positions.length === 0) return [];
  const limits = { reserveMs: stages.expectedMs('rank') };
  return (await stages.optional('neighbours', limits, () => searchIndex.at(scope, positions, probe))) ?? [];
}

async function reranked(
  { reranker, analysis, signal }: RecallContext,
  scope: Scope,
  asked: { readonly ranked: readonly Ranked<IndexHit>[]; readonly request: RecallRequest; readonly profile: RecallProfile },
  stages: RecallStages,
): Promise<readonly Ranked<IndexHit>[]> {
  const { ranked, request, profile } = asked;
  const { textsOf } = request;
  if (reranker === null || textsOf === undefined || profile.rerank.most === 0 || ranked.length === 0) return ranked;
  if (request.query.trim() === '' || analysis.isLexicalOnly(scope)) return ranked;
  const judged = await stages.optional('rerank', { reserveMs: 0 }, async (timeMs) => {
    const first = ranked.slice(0, profile.rerank.most);
    const texts = await textsOf(first.map(({ id }) => id));
    const readable = first.filter(({ id }) => texts.has(id));
    const late = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(timeMs))]);
    const logits = await reranker.rerank(
      request.query,
      readable.map(({ id }) => texts.get(id) ?? ''),
      { signal: late },
    );
    const read = new Set(readable);
    return rerank([...readable, ...ranked.filter((item) => !read.has(item))], logits, profile.rerank);
  });
  return judged ?? ranked;
}

/** The best, or the best that differ from each other. */
async function chosenOf(
  { searchIndex }: RecallContext,
  scope: Scope,
  from: {
    readonly relevant: readonly Ranked<IndexHit>[];
    readonly profile: RecallProfile;
    readonly vector: EmbeddedVector | null;
  },
  stages: RecallStages,
): Promise<readonly Ranked<IndexHit>[]> {
  const { relevant, profile, vector } = from;
  const { topK, mmrLambda } = profile;
  if (mmrLambda === 1 || vector === null || relevant.length <= 1) return relevant.slice(0, topK);
  const pool = relevant.slice(0, topK * mmrItemsPerItem);
  const vectors = await stages.needed('diversity', () =>
    searchIndex.vectors(
      scope,
      pool.map(({ id }) => id),
      vector.embedder,
    ),
  );
  return diversify(pool, vectors, { lambda: mmrLambda, most: topK });
}

function recalled({ id, relevance, score, document, explain }: Ranked<IndexHit>): Recalled {
  return { id, score: relevance, scores: { ...explain(), relevance, ranking: score }, hit: document };
}
