import type { Ranking } from '../ranking.ts';

/** The share of the question's names that a document holds, the rarer ones counting more. */
export function entity({ pool, question, terms, counts }: Ranking): Float64Array {
  const size = pool.documents.length;
  const held = new Float64Array(size);
  let all = 0;
  for (const [number, { term, weight }] of terms.entries()) {
    if (!question.names.has(term)) continue;
    all += weight;
    for (let place = 0; place < size; place++) {
      if ((counts[number * size + place] ?? 0) > 0) held[place] = (held[place] ?? 0) + weight;
    }
  }
  return all === 0 ? held : held.map((weight) => weight / all);
}
