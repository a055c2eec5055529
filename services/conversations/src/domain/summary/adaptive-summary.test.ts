import { countTokens } from '@agent-mem/recall/ranking';
import { atOnce } from '@agent-mem/runtime';
import { extractSummary, summaryLevel } from '@agent-mem/service-kit';
import { expect, test } from 'vitest';
import { chunksOf, groupsOf } from './summary-chunks.ts';

test.each([
  [99, 'NONE', 0],
  [100, 'BRIEF', 20],
  [499, 'BRIEF', 99],
  [500, 'STANDARD', 60],
  [2_999, 'STANDARD', 359],
  [3_000, 'DETAILED', 210],
  [14_999, 'DETAILED', 1_049],
  [15_000, 'HIERARCHICAL', 1_050],
  [150_000, 'HIERARCHICAL', 1_050],
])('%i tokens are summarised at level %s in at most %i', (tokens, level, maxTokens) => {
  expect(summaryLevel(tokens)).toEqual({ level, maxTokens });
});

const messages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    version: 1,
    position: index + 1,
    role: 'user',
    text: `message ${index}`,
    tokens: 400,
    size: 400,
    isSource: true,
  }));

test('chunks are whole, and an appended message changes none of them', () => {
  const before = chunksOf(messages(10));
  const after = chunksOf(messages(11));
  expect([...before.chunks.flatMap((chunk) => chunk.messages), ...before.rest]).toEqual(messages(10));
  expect(before.chunks.map(({ tokens }) => tokens)).toEqual([1_600, 1_600]);
  expect(after.chunks).toEqual(before.chunks);
  expect(after.rest).toEqual([...before.rest, ...messages(11).slice(10)]);
});

test('of messages that go, other chunks stay as they are', () => {
  const before = chunksOf(messages(20));
  const after = chunksOf(messages(20).map((message, index) => (index < 5 ? { ...message, text: '', tokens: 0 } : message)));
  expect(after.chunks.map(({ tokens }) => tokens)).toEqual([0, 1_200, 1_600, 1_600, 1_600]);
  expect(after.chunks.slice(2)).toEqual(before.chunks.slice(2));
});

test('groups have five summaries each, and what is left waits for more', () => {
  expect(groupsOf([1, 2, 3, 4, 5, 6, 7])).toEqual({ groups: [[1, 2, 3, 4, 5]], rest: [6, 7] });
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
  const summary = atOnce(extractSummary(talk, { maxTokens: 30 }));
  expect(summary).toBe('We decided to move AuthService to port 8443. My sister Anne lives in Lisbon.');
  for (const most of [0, 5, 12, 30])
    expect(countTokens(atOnce(extractSummary(talk, { maxTokens: most })))).toBeLessThanOrEqual(most);
});

test('rules choose as many sentences as are wanted at least, and end each with a stop', () => {
  const talk = 'It is a nice day\nWe moved AuthService to port 8443\nIs it?';
  const limits = { maxTokens: 100, maxSentences: 3 };
  expect(atOnce(extractSummary(talk, limits))).toBe('We moved AuthService to port 8443.');
  expect(atOnce(extractSummary(talk, { ...limits, minSentences: 2 }))).toBe(
    'It is a nice day. We moved AuthService to port 8443.',
  );
});

test('rules choose nothing for the names of those who are spoken to, nor for a guess', () => {
  const talk =
    'Hey Melanie! Thanks, Caroline! I agree, Mel. Yeah, Anne, it is. That must have been hard. The light must stay on. We met Anne in Porto.';
  expect(atOnce(extractSummary(talk, { maxTokens: 100 }))).toBe('The light must stay on. We met Anne in Porto.');
});

test('rules read many lines in slices, of which others have a turn between', () => {
  const talk = Array.from({ length: 400 }, (_, index) => `We moved service ${index} to port ${8_000 + index}`).join('\n');
  expect([...extractSummary(talk, { maxTokens: 30 })]).toHaveLength(Math.floor(talk.length / 8_192));
});
