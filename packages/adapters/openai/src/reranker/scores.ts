import { membersOf } from '@agent-mem/contract';
import { strangeAnswer } from './refusal.ts';

/** The scores of an answer, in the order of the texts. Servers answer best first, each with the place its text had. */
export function scoresOf(answer: unknown, expected: number): readonly number[] {
  const results = Array.isArray(answer) ? answer : membersOf(answer).results;
  if (!Array.isArray(results) || results.length !== expected) throw strangeAnswer(`${expected} scores were asked for`);
  const scores = new Array<number>(expected).fill(Number.NaN);
  for (const result of results) {
    const { index, relevance_score, score } = membersOf(result);
    const value = relevance_score ?? score;
    if (typeof index !== 'number' || typeof value !== 'number') throw strangeAnswer('a result has no index or no score');
    scores[index] = value;
  }
  if (scores.length !== expected || !scores.every(Number.isFinite)) throw strangeAnswer('its indexes are not those of the texts');
  return scores;
}
