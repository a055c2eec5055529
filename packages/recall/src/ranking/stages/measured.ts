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

/** Divided by the largest value; what has none above 0 stays 0. */
export function byMaximum(values: Float64Array): Float64Array {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most === 0 ? new Float64Array(values.length) : values.map((value) => value / most);
}
