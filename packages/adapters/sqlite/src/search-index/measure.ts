import type { IndexHit, IndexProbe } from '@agent-mem/storage';
import type { Matrix } from './matrix.ts';
import type { ScopeMemory } from './scope-memory.ts';

/** Σ of this over the terms asked for is a document's lexical score. */
export function termScore(weight: number, count: number): number {
  return (weight * count) / (count + 1.2);
}

/** Of documents that hold none of the terms, which most neighbours are: an object without a prototype is dear to make. */
const noCounts: IndexHit['counts'] = Object.freeze(Object.create(null));

/** The documents of these numbers, measured by both legs; those that are gone by now are left out. */
export function hitsOf(memory: ScopeMemory, numbers: Iterable<number>, probe: IndexProbe, matrix: Matrix | null): IndexHit[] {
  const sorted = Uint32Array.from(numbers).sort();
  const counts = new Array<Record<string, number> | undefined>(sorted.length).fill(undefined);
  const lexical = new Float64Array(sorted.length);
  for (const { term, weight } of probe.terms ?? []) {
    memory.postings(term)?.forEachOf(sorted, (index, count) => {
      const own = counts[index] ?? Object.create(null);
      own[term] = count;
      counts[index] = own;
      lexical[index] = (lexical[index] as number) + termScore(weight, count);
    });
  }
  const hits: IndexHit[] = [];
  for (let index = 0; index < sorted.length; index += 1) {
    const number = sorted[index] as number;
    const cosine = probe.vector && matrix ? matrix.cosine(number, probe.vector.values) : null;
    const hit = memory.columns.hit(number, counts[index] ?? noCounts, lexical[index] as number, cosine);
    if (hit) hits.push(hit);
  }
  return hits;
}
