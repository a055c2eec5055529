import type { Candidate } from '../pool.ts';

/** A value of each document. A loop: `Float64Array.from` goes through an iterator, which takes ten times as long. */
export function measured(documents: readonly Candidate[], read: (document: Candidate, index: number) => number): Float64Array {
  const values = new Float64Array(documents.length);
  for (let index = 0; index < values.length; index++) {
    const document = documents[index];
    if (document !== undefined) values[index] = read(document, index);
  }
  return values;
}
