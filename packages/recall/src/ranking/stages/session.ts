import { inverseDocumentFrequency } from '../bm25.ts';
import type { Ranking } from '../ranking.ts';
import { byMaximum, measured } from './measured.ts';

/** BM25 over whole sessions, as far as they are known: the score of a document's session, divided by the best one's. */
export function session({ pool, profile, terms, counts }: Ranking): Float64Array {
  const { sessions, sessionCount, documents } = pool;
  const { k1, b } = profile.session;
  const lengths = sessionLengths(pool);
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, sessionCount) || 1;
  const scores = new Float64Array(sessionCount);
  for (let term = 0; term < terms.length; term++) {
    const held = new Float64Array(sessionCount);
    for (let index = 0; index < documents.length; index++) {
      const of = sessions[index] ?? 0;
      held[of] = (held[of] ?? 0) + (counts[term * documents.length + index] ?? 0);
    }
    const weight = inverseDocumentFrequency(
      held.reduce((sum, count) => (count > 0 ? sum + 1 : sum), 0),
      sessionCount,
    );
    for (let of = 0; of < sessionCount; of++) {
      const count = held[of] ?? 0;
      if (count === 0) continue;
      const norm = k1 * (1 - b + (b * (lengths[of] ?? 0)) / average);
      scores[of] = (scores[of] ?? 0) + (weight * count * (k1 + 1)) / (count + norm);
    }
  }
  const scaled = byMaximum(scores);
  return ofSessions(sessions, scaled);
}

/** The best of a session by words: what stands near a good hit. */
export function sessionBest(ranking: Ranking): Float64Array {
  const { sessions, sessionCount } = ranking.pool;
  const words = ranking.feature('words');
  const best = new Float64Array(sessionCount);
  for (let index = 0; index < words.length; index++) {
    const of = sessions[index] ?? 0;
    best[of] = Math.max(best[of] ?? 0, words[index] ?? 0);
  }
  return ofSessions(sessions, best);
}

/** 1 for what belongs to the conversation that asks. */
export function conversation({ pool, askedFrom }: Ranking): Float64Array {
  return measured(pool.documents, ({ conversationId }) => (askedFrom !== null && conversationId === askedFrom ? 1 : 0));
}

/** Of a session only some messages are known: as long as all between its first and its last would be, were they like these. */
function sessionLengths({ documents, sessions, sessionCount }: Ranking['pool']): Float64Array {
  const known = new Float64Array(sessionCount);
  const lengths = new Float64Array(sessionCount);
  const first = new Float64Array(sessionCount).fill(Number.POSITIVE_INFINITY);
  const last = new Float64Array(sessionCount).fill(Number.NEGATIVE_INFINITY);
  for (const [index, { length, ordinal }] of documents.entries()) {
    const of = sessions[index] ?? 0;
    known[of] = (known[of] ?? 0) + 1;
    lengths[of] = (lengths[of] ?? 0) + length;
    first[of] = Math.min(first[of] ?? 0, ordinal ?? 0);
    last[of] = Math.max(last[of] ?? 0, ordinal ?? 0);
  }
  return lengths.map((length, of) => (length * ((last[of] ?? 0) - (first[of] ?? 0) + 1)) / (known[of] ?? 1));
}

function ofSessions(sessions: Int32Array, values: Float64Array): Float64Array {
  const own = new Float64Array(sessions.length);
  for (let index = 0; index < own.length; index++) own[index] = values[sessions[index] ?? 0] ?? 0;
  return own;
}
