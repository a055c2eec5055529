import { countTokens } from '@agent-mem/recall/ranking';
import { expect, test } from 'vitest';
import { extractSummary } from './extract-summary.ts';
import { chunksOf, groupsOf } from './summary-chunks.ts';
import { summaryLevel } from './summary-level.ts';

test.each([
  [99, 'NONE', 0],
  [100, 'BRIEF', 20],
  [499, 'BRIEF', 99],
  [500, 'STANDARD', 60],
  [2_999, 'STANDARD', 359],
  [3_000, 'DETAILED', 210],
  [14_999, 'DETAILED', 1_049],
  [15_000, 'HIERARCHICAL', 1_050],
])('%i tokens are summarised at level %s in at most %i', (tokens, level, maxTokens) => {
  expect(summaryLevel(tokens)).toEqual({ level, maxTokens });
});

const messages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `m${index}`, text: `message ${index}`, tokens: 400 }));

test('chunks cover every message once, and an appended message changes only the last one', () => {
  const before = chunksOf(messages(10));
  const after = chunksOf(messages(11));
  expect(before.flatMap((chunk) => chunk.messages)).toEqual(messages(10));
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(after[2]?.key).not.toBe(before[2]?.key);
});

test('a chunk has another key when one of its messages says something else', () => {
  const changed = messages(10).with(5, { id: 'm5', text: '', tokens: 400 });
  const [before, after] = [chunksOf(messages(10)), chunksOf(changed)];
  expect(before.map(({ key }, index) => key === after[index]?.key)).toEqual([true, false, true]);
});

test('groups have five summaries each, the last one what is left', () => {
  expect(groupsOf([1, 2, 3, 4, 5, 6, 7])).toEqual([
    [1, 2, 3, 4, 5],
    [6, 7],
  ]);
});

test('rules choose what names, counts and decides, in order and within the limit', () => {
  const talk = [
    'Good morning.',
    'It is a nice day.',
    'We decided to move AuthService to port 8443.',
    'That sounds fine.',
    'My sister Anne lives in Lisbon.',
    'Shall we stop here?',
  ].join(' ');
  const summary = extractSummary(talk, 30);
  expect(summary).toBe('We decided to move AuthService to port 8443. My sister Anne lives in Lisbon.');
  for (const most of [0, 5, 12, 30]) expect(countTokens(extractSummary(talk, most))).toBeLessThanOrEqual(most);
});
