import { describe, expect, it } from 'vitest';
import { analyse, queryTerms } from './analyse.ts';
import { fitBudget } from './budget.ts';
import { rank, weighTerms } from './rank.ts';
import { cosine } from './vector.ts';

const hit = (id: string, text: string, cosineOf: number | null = null) => {
  const { terms, length } = analyse(text);
  return { id, counts: terms, length, cosine: cosineOf };
};
const collectionOf = (hits: readonly ReturnType<typeof hit>[]) => ({
  documents: hits.length,
  totalLength: hits.reduce((sum, { length }) => sum + length, 0),
  documentFrequency: new Map<string, number>(
    queryTerms(Object.keys(Object.assign({}, ...hits.map(({ counts }) => counts))).join(' ')).map((term) => [
      term,
      hits.filter(({ counts }) => term in counts).length,
    ]),
  ),
});
const ranked = (query: string, hits: readonly ReturnType<typeof hit>[], dense = false) => {
  const collection = collectionOf(hits);
  return rank({ terms: weighTerms(queryTerms(query), collection), collection, dense }, hits);
};

describe('by words', () => {
  it('puts the rarer word and the shorter text first, and leaves out what shares no word', () => {
    const documents = [
      hit('long', 'red door and many more words about gardens, trees, rivers, towns'),
      hit('both', 'red lantern'),
      hit('short', 'red door'),
      hit('other', 'blue window'),
    ];
    expect(ranked('red lantern', documents).map(({ hit: { id } }) => id)).toEqual(['both', 'short', 'long']);
  });

  it('weighs terms as ln(1 + (N − df + 0.5) / (df + 0.5))', () => {
    const [term] = weighTerms(['x'], { documents: 10, totalLength: 0, documentFrequency: new Map([['x', 2]]) });
    expect(term?.weight).toBeCloseTo(Math.log(1 + 8.5 / 2.5), 12);
  });

  it('scores from 0 to 1, also with terms that objects have by nature', () => {
    const documents = [hit('a', 'constructor constructor constructor'), hit('b', 'valueOf')];
    const [first, ...rest] = ranked('constructor', documents);
    expect(first?.score).toBeGreaterThan(0.5);
    expect(first?.score).toBeLessThanOrEqual(1);
    expect(rest).toEqual([]);
  });

  it('is stable where scores are equal', () => {
    expect(ranked('red', [hit('b', 'red'), hit('a', 'red')]).map(({ hit: { id } }) => id)).toEqual(['a', 'b']);
  });
});

describe('by words and vectors', () => {
  it('adds both, and names the stages', () => {
    const documents = [hit('words', 'red door', 0), hit('near', 'crimson gate', 0.9), hit('both', 'red door', 0.9)];
    const found = ranked('red door', documents, true);
    expect(found.map(({ hit: { id } }) => id)).toEqual(['both', 'words', 'near']);
    expect(found[0]?.scores).toEqual({ lexical: expect.any(Number), dense: expect.closeTo(0.9), fused: found[0]?.score });
  });

  it('leaves out what shares no word and is not near', () => {
    expect(ranked('red door', [hit('far', 'crimson gate', 0.39)], true)).toEqual([]);
  });

  it('goes by vectors alone when the query has no terms', () => {
    expect(ranked('the', [hit('a', 'red', 0.5), hit('b', 'red', 0.7)], true).map(({ score }) => score)).toEqual([
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
