import { describe, expect, it } from 'vitest';
import { ranksThen, suiteBaseline } from './baseline.ts';
import { compare } from './compare.ts';
import { ranksFrom, ranksOf, ranksText, recallOf, reciprocalOf } from './ranks.ts';
import type { Answered } from './suite.ts';

/** A hundred questions, each with two answers, the first of which stands at its own place. */
function answered(rankOf: (question: number) => number): readonly Answered[] {
  return Array.from({ length: 100 }, (_, question) => ({
    group: question < 50 ? 'a' : 'b',
    id: `q${question}`,
    gold: ['gold', 'other'],
    found: Array.from({ length: 10 }, (_, index) => (index + 1 === rankOf(question) ? 'gold' : `x${index}`)),
  }));
}

const before = answered((question) => 1 + (question % 3));

describe('ranks', () => {
  it('are the places of all that answers', () => {
    expect(ranksOf(['x', 'b', 'a'], ['a', 'b', 'c'])).toEqual([3, 2, 0]);
    expect(ranksFrom(ranksText([[3, 2, 0], [1]]))).toEqual([[3, 2, 0], [1]]);
  });

  it('give recall and the reciprocal rank', () => {
    expect([recallOf(2, [3, 2, 0, 1]), recallOf(3, [3, 2, 0, 1])]).toEqual([0.5, 0.75]);
    expect([reciprocalOf([3, 2, 0]), reciprocalOf([0])]).toEqual([0.5, 0]);
  });
});

describe('the gate', () => {
  it('keeps the ranks by question', () => {
    expect(ranksThen(suiteBaseline(before), before)).toEqual(before.map(({ found, gold }) => ranksOf(found, gold)));
  });

  it('finds no loss in the same answers', () => {
    for (const { difference, lost, worst } of compare(5, before, suiteBaseline(before)))
      expect([difference, lost, worst]).toEqual([0, false, []]);
  });

  it('lets pass what is lost by chance', () => {
    const after = answered((question) => (question === 7 ? 4 : 1 + (question % 3)));
    expect(compare(5, after, suiteBaseline(before)).map(({ lost }) => lost)).toEqual([false, false]);
  });

  it('refuses what is lost for good, and names the questions', () => {
    const after = answered((question) => (question < 20 ? 0 : 1 + (question % 3)));
    const [recall, mrr] = compare(5, after, suiteBaseline(before));
    expect(recall).toMatchObject({ metric: 'recall@5', questions: 100, lost: true });
    expect(mrr).toMatchObject({ metric: 'MRR', lost: true });
    expect(mrr?.worst).toContain('q0');
  });

  it('calls no gain a loss', () => {
    const after = answered(() => 1);
    expect(compare(5, after, suiteBaseline(before)).map(({ lost }) => lost)).toEqual([false, false]);
  });

  it('refuses other questions than the baseline has', () => {
    expect(() => compare(5, before.slice(1), suiteBaseline(before))).toThrow('npm run bench -- baseline');
  });
});
