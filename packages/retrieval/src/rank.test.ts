import { describe, expect, it } from 'vitest';
import { analyse, queryTerms } from './analyse.ts';
import { fitBudget } from './budget.ts';
import { rank, weighTerms } from './rank.ts';
import { cosine } from './vector.ts';

const vector = (...values: number[]) => ({ embedder: 'e', values: Float32Array.from(values) });
const candidate = (id: string, text: string, cosineOf: number | null = null) => ({
  document: { id, ...analyse(text), vectors: cosineOf === null ? [] : [vector(cosineOf, Math.sqrt(1 - cosineOf ** 2))] },
  cosine: cosineOf,
});
const collectionOf = (documents: readonly ReturnType<typeof candidate>[]) => ({
  documents: documents.length,
  totalLength: documents.reduce((sum, { document }) => sum + document.length, 0),
  documentFrequency: new Map<string, number>(
    queryTerms(Object.keys(Object.assign({}, ...documents.map(({ document }) => document.terms))).join(' ')).map((term) => [
      term,
      documents.filter(({ document }) => term in document.terms).length,
    ]),
  ),
});
const ranked = (query: string, documents: readonly ReturnType<typeof candidate>[], dense = false) => {
  const collection = collectionOf(documents);
  return rank({ terms: weighTerms(queryTerms(query), collection), collection, vector: dense ? vector(1, 0) : null }, documents);
};

describe('by words', () => {
  it('puts the rarer word and the shorter text first, and leaves out what shares no word', () => {
    const documents = [
      candidate('long', 'red door and many more words about gardens, trees, rivers, towns'),
      candidate('both', 'red lantern'),
      candidate('short', 'red door'),
      candidate('other', 'blue window'),
    ];
    expect(ranked('red lantern', documents).map(({ candidate: { document } }) => document.id)).toEqual(['both', 'short', 'long']);
  });

  it('weighs terms as ln(1 + (N − df + 0.5) / (df + 0.5))', () => {
    const [term] = weighTerms(['x'], { documents: 10, totalLength: 0, documentFrequency: new Map([['x', 2]]) });
    expect(term?.weight).toBeCloseTo(Math.log(1 + 8.5 / 2.5), 12);
  });

  it('scores from 0 to 1, also with terms that objects have by nature', () => {
    const documents = [candidate('a', 'constructor constructor constructor'), candidate('b', 'valueOf')];
    const [first, ...rest] = ranked('constructor', documents);
    expect(first?.score).toBeGreaterThan(0.5);
    expect(first?.score).toBeLessThanOrEqual(1);
    expect(rest).toEqual([]);
  });

  it('is stable where scores are equal', () => {
    expect(
      ranked('red', [candidate('b', 'red'), candidate('a', 'red')]).map(({ candidate: { document } }) => document.id),
    ).toEqual(['a', 'b']);
  });
});

describe('by words and vectors', () => {
  it('adds both, and names the stages', () => {
    const documents = [
      candidate('words', 'red door', 0),
      candidate('near', 'crimson gate', 0.9),
      candidate('both', 'red door', 0.9),
    ];
    const found = ranked('red door', documents, true);
    expect(found.map(({ candidate: { document } }) => document.id)).toEqual(['both', 'words', 'near']);
    expect(found[0]?.scores).toEqual({ lexical: expect.any(Number), dense: expect.closeTo(0.9), fused: found[0]?.score });
  });

  it('leaves out what shares no word and is not near', () => {
    expect(ranked('red door', [candidate('far', 'crimson gate', 0.39)], true)).toEqual([]);
  });

  it('measures a candidate that only the words found', () => {
    const lexical = { ...candidate('a', 'red door', 0.8), cosine: null };
    expect(ranked('red door', [lexical], true)[0]?.scores.dense).toBeCloseTo(0.8);
  });

  it('goes by vectors alone when the query has no terms', () => {
    expect(ranked('the', [candidate('a', 'red', 0.5), candidate('b', 'red', 0.7)], true).map(({ score }) => score)).toEqual([
      expect.closeTo(0.7),
      expect.closeTo(0.5),
    ]);
  });
});

it('cosine of nothing is 0, of opposites −1', () => {
  expect([cosine([0, 0], [1, 0]), cosine([2, 0], [-3, 0])]).toEqual([0, -1]);
});

it('a budget takes items in order while they fit', () => {
  const items = [5, 9, 3, 4].map((tokens) => ({ tokens }));
  expect(fitBudget(items, 12)).toEqual({ items: [{ tokens: 5 }, { tokens: 3 }, { tokens: 4 }], tokens: 12, leftOut: 1 });
  expect(fitBudget(items, 0)).toEqual({ items: [], tokens: 0, leftOut: 4 });
});
