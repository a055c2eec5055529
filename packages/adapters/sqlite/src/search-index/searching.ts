import {
  dimensionRefusal,
  type IndexHit,
  type IndexProbe,
  type IndexQuery,
  type IndexStatistics,
  type MessagePosition,
  type SearchIndex,
} from '@agent-mem/storage';
import { Best } from './best.ts';
import { EventLoopYield } from './event-loop-yield.ts';
import type { Matrix } from './matrix.ts';
import { hitsOf, termScore } from './measure.ts';
import type { Postings } from './postings/postings.ts';
import type { ScopeMemory } from './scope-memory.ts';
import type { Scores } from './scores.ts';

/** The best of both legs, measured by both. */
export async function search(memory: ScopeMemory, query: IndexQuery, scores: Scores): Promise<IndexHit[]> {
  const matrix = await matrixOf(memory, query);
  if (memory.columns.totals(query.kinds).documents === 0) return [];
  const eventLoop = new EventLoopYield();
  await memory.readPostings(query.terms ?? [], eventLoop);
  const mask = memory.columns.visible(query);
  const lexical = lexicalLeg(memory, query, mask, scores);
  const dense = new Best(query.limit);
  if (query.vector) await matrix?.scan(query.vector.values, mask, dense, eventLoop);
  if (eventLoop.isOver) await eventLoop.nextTurn();
  return hitsOf(memory, new Set([...lexical.numbers(), ...dense.numbers()]), query, matrix);
}

/** The documents at places, measured. */
export async function searchAt(
  memory: ScopeMemory,
  positions: readonly MessagePosition[],
  probe: IndexProbe,
): Promise<IndexHit[]> {
  const matrix = await matrixOf(memory, probe);
  await memory.readPostings(probe.terms ?? [], new EventLoopYield());
  return hitsOf(memory, memory.columns.at(positions), probe, matrix);
}

/** The matrix of a probe's embedder; `null`: there is nothing to compare with. */
async function matrixOf(memory: ScopeMemory, { vector }: IndexProbe): Promise<Matrix | null> {
  const matrix = vector ? await memory.matrix(vector.embedder) : null;
  if (vector && matrix && matrix.dimensions !== vector.values.length) {
    const { embedder, values } = vector;
    throw dimensionRefusal(embedder, matrix.dimensions, values.length);
  }
  return matrix;
}

/** Figures of a scope: those of whole kinds are stored, so that only terms of some of its kinds or of a conversation are counted. */
export async function statistics(memory: ScopeMemory, query: Parameters<SearchIndex['statistics']>[1]): Promise<IndexStatistics> {
  const { kinds, terms, conversationIds } = query;
  // A scope without any documents of these kinds is not asked for its terms: most words of a question are new to it.
  const isEmpty = memory.columns.totals(kinds).documents === 0;
  await memory.readPostings(isEmpty ? [] : terms.map((term) => ({ term })), new EventLoopYield());
  const { documents, totalLength, isAll } = memory.columns.totals(kinds);
  if (documents === 0) return { documents, totalLength, documentFrequency: new Map(terms.map((term) => [term, 0])) };
  if (isAll && conversationIds === undefined) {
    return { documents, totalLength, documentFrequency: frequencies(memory, terms, ({ size }) => size) };
  }
  const mask = memory.columns.counted(conversationIds === undefined ? { kinds } : { kinds, conversationIds });
  const documentFrequency = frequencies(memory, terms, (postings) => postings.countIn(mask));
  if (conversationIds === undefined) return { documents, totalLength, documentFrequency };
  return { ...memory.columns.totalsOf(mask), documentFrequency };
}

function frequencies(memory: ScopeMemory, terms: readonly string[], of: (postings: Postings) => number): Map<string, number> {
  return new Map(
    terms.map((term) => {
      const postings = memory.postings(term);
      return [term, postings ? of(postings) : 0];
    }),
  );
}

function lexicalLeg(memory: ScopeMemory, { terms = [], limit }: IndexQuery, mask: Uint8Array, scores: Scores): Best {
  const best = new Best(limit);
  scores.begin(mask.length);
  for (const { term, weight } of terms) {
    memory.postings(term)?.forEachIn(mask, (number, count) => scores.add(number, termScore(weight, count)));
  }
  scores.offerTo(best);
  return best;
}
