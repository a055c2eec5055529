import { describe, expect, it } from 'vitest';
import { analyse, queryTerms } from './analyse.ts';
import { weighTerms } from './bm25.ts';
import type { Candidate } from './pool.ts';
import { presetProfile } from './presets.ts';
import type { RecallProfile } from './profile.ts';
import { analyseQuestion } from './question.ts';
import { rank, rerank, withRecency } from './rank.ts';
import { cosine } from './vector.ts';

const facts = presetProfile('default', 'facts');
const plain: RecallProfile = {
  ...facts,
  leastCosine: 0.4,
  lexicalPart: 0.55,
  weights: { words: 1, dense: 1 },
  weightsWithoutVector: { words: 1 },
};

const candidate = (id: string, text: string, more: Partial<Candidate> = {}): Candidate => {
  const { terms, length } = analyse(text);
  const whole = { id, conversationId: null, ordinal: null, role: null, timestamp: 0, cosine: null, fields: {} };
  return { ...whole, counts: terms, length, ...more };
};
const collectionOf = (documents: readonly Candidate[]) => ({
  documents: documents.length,
  totalLength: documents.reduce((sum, { length }) => sum + length, 0),
  documentFrequency: new Map<string, number>(
    [...new Set(documents.flatMap(({ counts }) => Object.keys(counts)))].map((term) => [
      term,
      documents.filter(({ counts }) => term in counts).length,
    ]),
  ),
});
const ranked = (query: string, candidates: readonly Candidate[], profile = plain) =>
  rank({ question: analyseQuestion(query), candidates, collection: collectionOf(candidates), profile });
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe('by words', () => {
  it('puts the rarer word and the shorter text first, and leaves out what shares no word', () => {
    const documents = [
      candidate('long', 'red door and many more words about gardens, trees, rivers, towns'),
      candidate('both', 'red lantern'),
      candidate('short', 'red door'),
      candidate('other', 'blue window'),
    ];
    expect(idsOf(ranked('red lantern', documents))).toEqual(['both', 'short', 'long']);
  });

  it('weighs terms as ln(1 + (N − df + 0.5) / (df + 0.5))', () => {
    const [term] = weighTerms(['x'], { documents: 10, totalLength: 0, documentFrequency: new Map([['x', 2]]) });
    expect(term?.weight).toBeCloseTo(Math.log(1 + 8.5 / 2.5), 12);
  });

  it('measures relevance from 0 to 1, also with terms that objects have by nature', () => {
    const documents = [candidate('a', 'constructor constructor constructor'), candidate('b', 'valueOf')];
    const [first, ...rest] = ranked('constructor', documents);
    expect(first?.relevance).toBeGreaterThan(0.5);
    expect(first?.relevance).toBeLessThanOrEqual(1);
    expect(first?.score).toBe(1);
    expect(rest).toEqual([]);
  });

  it('is stable where scores are equal', () => {
    expect(idsOf(ranked('red', [candidate('b', 'red'), candidate('a', 'red')]))).toEqual(['a', 'b']);
  });
});

describe('by words and vectors', () => {
  it('adds both, and names what each has added', () => {
    const documents = [
      candidate('words', 'red door', { cosine: 0 }),
      candidate('near', 'crimson gate', { cosine: 0.9 }),
      candidate('both', 'red door', { cosine: 0.9 }),
    ];
    const found = ranked('red door', documents);
    expect(idsOf(found)).toEqual(['both', 'near', 'words']);
    expect(found[0]?.explain()).toMatchObject({ lexical: expect.any(Number), cosine: 0.9, words: 1, dense: 1, sum: 2 });
    expect(found[0]?.relevance).toBeCloseTo(0.55 * (found[0]?.explain().lexical ?? 0) + 0.45 * 0.9);
  });

  it('leaves out what shares no word and is not near', () => {
    expect(ranked('red door', [candidate('far', 'crimson gate', { cosine: 0.39 })])).toEqual([]);
  });

  it('goes by vectors alone when the query has no terms', () => {
    const documents = [candidate('a', 'red', { cosine: 0.5 }), candidate('b', 'red', { cosine: 0.7 })];
    expect(ranked('the', documents).map(({ relevance }) => relevance)).toEqual([expect.closeTo(0.7), expect.closeTo(0.5)]);
  });

  it('does not blow up differences between vectors that are all alike', () => {
    const documents = [candidate('a', 'red', { cosine: 0.51 }), candidate('b', 'red door', { cosine: 0.52 })];
    const [, second] = ranked('red', documents);
    expect(second?.explain().dense).toBeCloseTo(0.1);
  });
});

it('what others say of what one participant is asked about is less relevant, and so is all if they say it as clearly', () => {
  const profile = { ...plain, doubt: 0.5 };
  const said = (id: string, speaker: string | null, text: string) => candidate(id, text, { fields: { speaker } });
  const documents = [said('own', 'Ann', 'a red door'), said('other', 'Bo', 'a red door'), said('none', null, 'a red door')];
  const relevanceOf = (query: string) => new Map(ranked(query, documents, profile).map(({ id, relevance }) => [id, relevance]));
  const plainly = relevanceOf('red door').get('own') ?? 0;
  const named = relevanceOf('red door, Ann');
  expect(named.get('own')).toBeLessThan(plainly);
  expect(named.get('other')).toBeCloseTo((named.get('none') ?? 0) / 2);
  expect(named.get('own')).toBeCloseTo((named.get('none') ?? 0) / 2);
});

it('what others say less clearly than the participant who is asked about leaves what that one said the more relevant', () => {
  const said = (id: string, speaker: string) =>
    candidate(id, 'a red door', { fields: { speaker }, cosine: id === 'own' ? 0.8 : 0.4 });
  const documents = [said('own', 'Ann'), said('other', 'Bo')];
  const relevanceOf = (doubt: number) =>
    new Map(ranked('red door, Ann', documents, { ...plain, doubt }).map(({ id, relevance }) => [id, relevance]));
  const [plainly, doubted] = [relevanceOf(0), relevanceOf(0.5)];
  const [own = 0, other = 0] = ['own', 'other'].map((id) => plainly.get(id));
  expect(other).toBeLessThan(own);
  expect(doubted.get('other')).toBeCloseTo(other * 0.5);
  expect(doubted.get('own')).toBeCloseTo(own * (1 - (0.5 * other) / own));
});

describe('a cross-encoder', () => {
  const documents = [candidate('a', 'red door'), candidate('b', 'red door again'), candidate('c', 'red door again and again')];

  it('has its part in the score of what it has read; the rest stays behind', () => {
    const judged = rerank(ranked('red door', documents), [-1, 3], { most: 2, weight: 1 });
    expect(idsOf(judged)).toEqual(['b', 'a', 'c']);
    expect(judged[0]).toMatchObject({ relevance: 1 / (1 + Math.exp(-3)), score: 1 / (1 + Math.exp(-3)) });
    expect(judged[0]?.explain().rerank).toBe(judged[0]?.relevance);
  });

  it('is mixed with the ranking before it by its weight', () => {
    const [first] = rerank(ranked('red door', documents), [0], { most: 1, weight: 0.5 });
    expect(first?.score).toBeCloseTo(0.5 * 1 + 0.5 * 0.5);
  });
});

describe('age', () => {
  const day = 86_400_000;
  const documents = [candidate('new', 'red', { timestamp: 100 * day }), candidate('old', 'red', { timestamp: 70 * day })];

  it('moves a score by at most ± the weight', () => {
    const [first, second] = withRecency(ranked('red', documents), 100 * day, {
      recency: { form: 'bounded', weight: 0.1, days: 30 },
    });
    expect(first?.score).toBeCloseTo(1.1);
    expect(second?.score).toBeCloseTo(1 + 0.1 * (2 * Math.exp(-1) - 1));
  });

  it('is added where a profile says so: (1 − w) · score + w · e^(−age/days)', () => {
    const [first, second] = withRecency(ranked('red', documents), 100 * day, {
      recency: { form: 'additive', weight: 0.2, days: 30 },
    });
    expect([first?.score, second?.score]).toEqual([expect.closeTo(1), expect.closeTo(0.8 + 0.2 * Math.exp(-1))]);
  });
});

it('cosine of nothing is 0, of opposites −1', () => {
  expect([cosine([0, 0], [1, 0]), cosine([2, 0], [-3, 0])]).toEqual([0, -1]);
});

it('queries have distinct terms', () => {
  expect(queryTerms('red red door')).toEqual(['red', 'door']);
});
