import type { ReceiptTier, Scope } from '@agent-mem/contract';
import { queryTerms, rank, weighTerms } from '@agent-mem/retrieval';
import type { EmbeddedVector } from '@agent-mem/storage';
import { givenVector } from './given-vector.ts';
import type { Recall, RecallContext, Recalled, RecallRequest } from './recall.ts';
import { queryVector } from './recall-query-vector.ts';

/** Candidates asked of each leg: enough that what one leg ranks low the other may lift. */
const fewestCandidates = 200;
const mostCandidates = 1_000;

/** The query's vector may take so much of the time there is; words must still be looked up after it. */
const embeddingShare = 0.6;
const longestEmbeddingMs = 2_000;

/** Finds what shares words or meaning with a query, best first. Never answers what shares neither. */
export async function recall(context: RecallContext, scope: Scope, request: RecallRequest): Promise<Recall> {
  const started = context.clock.now();
  const degraded: string[] = [];
  const given = givenVector(context.embedder, { embedding: request.embedding ?? [], embedder: request.embedder ?? null });
  const conversation = request.conversationId == null ? {} : { conversationId: request.conversationId };
  const terms = queryTerms(request.query);
  const [vector, statistics] = await Promise.all([
    given ?? embeddedQuery(context, request.query, degraded),
    context.searchIndex.statistics(scope, { kinds: request.kinds, terms, ...conversation }),
  ]);
  const weighted = weighTerms(terms, statistics);
  const dense = vector !== null && !isZero(vector.values);
  const candidates =
    weighted.length === 0 && !dense
      ? []
      : await context.searchIndex.search(scope, {
          kinds: request.kinds,
          ...(weighted.length === 0 ? {} : { terms: weighted }),
          ...(dense ? { vector } : {}),
          ...conversation,
          visibleFrom: request.visibleFrom ?? null,
          ...(request.roles === undefined || request.roles.length === 0 ? {} : { roles: request.roles }),
          limit: Math.min(mostCandidates, Math.max(fewestCandidates, request.topK * 3)),
        });
  const ranked = rank({ terms: weighted, collection: statistics, dense }, candidates);
  const relevant = ranked.filter(({ score }) => score >= (request.scoreThreshold ?? 0));
  const items = relevant.slice(0, request.topK).map(({ hit, score, scores }): Recalled => ({ id: hit.id, score, scores, hit }));
  return {
    items,
    bestScore: ranked[0]?.score ?? null,
    degraded,
    leftOut: relevant.length - items.length,
    ms: context.clock.now() - started,
  };
}

/** What an answer's receipt says of a recall; `tokensOf` counts what an item takes in the context. */
export function tierReceipt<Item extends Recalled>(
  found: Omit<Recall, 'items'> & { readonly items: readonly Item[] },
  tokensOf: (item: Item) => number,
): ReceiptTier {
  const items = found.items.map((item) => ({ id: item.id, score: item.score, tokens: tokensOf(item) }));
  return {
    items,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    ms: found.ms,
    left_out: found.leftOut,
    degraded: [...found.degraded],
    error: null,
  };
}

async function embeddedQuery(context: RecallContext, query: string, degraded: string[]): Promise<EmbeddedVector | null> {
  if (query.trim() === '') return null;
  const timeMs = context.timeLeftMs(longestEmbeddingMs) * embeddingShare;
  const vector = timeMs <= 0 ? null : await queryVector(context.embedder, query, timeMs, context.signal);
  if (vector === null) degraded.push('dense');
  return vector;
}

function isZero(values: Float32Array): boolean {
  return values.every((value) => value === 0);
}
