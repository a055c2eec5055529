import type { Ranking } from '../ranking.ts';

/** The share of the question's names that a document holds, the rarer ones counting more. */
export function entity({ pool, question, terms, counts }: Ranking): Float64Array {
  const size = pool.documents.length;
  const held = new Float64Array(size);
  let all = 0;
  for (const [number, { term, weight }] of terms.entries()) {
    if (!question.names.has(term)) continue;
    all += weight;
    for (let index = 0; index < size; index++) {
      if ((counts[number * size + index] ?? 0) > 0) held[index] = (held[index] ?? 0) + weight;
    }
  }
  return all === 0 ? held : held.map((weight) => weight / all);
}
