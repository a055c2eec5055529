import type { IndexHit, IndexProbe } from '@agent-mem/storage';
import type { Matrix } from './matrix.ts';
import type { ScopeMemory } from './scope-memory.ts';

/** Σ of this over the terms asked for is a document's lexical score. */
export function termScore(weight: number, count: number): number {
  return (weight * count) / (count + 1.2);
}

/** The documents of these numbers, measured by both legs; those that are gone by now are left out. */
export function hitsOf(memory: ScopeMemory, numbers: Iterable<number>, probe: IndexProbe, matrix: Matrix | null): IndexHit[] {
  const sorted = Uint32Array.from(numbers).sort();
  const counts = Array.from(sorted, (): Record<string, number> => Object.create(null));
  const lexical = new Float64Array(sorted.length);
  for (const { term, weight } of probe.terms ?? []) {
    memory.postings(term)?.forEachOf(sorted, (place, count) => {
      (counts[place] as Record<string, number>)[term] = count;
      lexical[place] = (lexical[place] as number) + termScore(weight, count);
    });
  }
  const hits: IndexHit[] = [];
  for (const [place, number] of sorted.entries()) {
    const facts = memory.columns.facts(number);
    if (!facts) continue;
    const cosine = probe.vector && matrix ? matrix.cosine(number, probe.vector.values) : null;
    hits.push({ ...facts, counts: counts[place] as Record<string, number>, lexical: lexical[place] as number, cosine });
  }
  return hits;
}
