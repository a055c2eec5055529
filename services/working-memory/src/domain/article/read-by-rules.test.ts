import { expect, it } from 'vitest';
import { readMessageByRules } from './read-by-rules.ts';

const subjectOf = (content: string) => readMessageByRules({ source: 'user', content }).subject;

it.each([
  ['We moved the archive to Lisbon. The cat came along.', 'Lisbon'],
  ['Yesterday, Paula Reis painted the door', 'Paula Reis'],
  ['The printer is in room 12. The toner is with Paula.', 'Paula'],
  ['Room 7 Berlin is cold', 'Berlin'],
])('a message is about the first name in it: %s', (content, subject) => {
  expect(subjectOf(content)).toBe(subject);
});

it.each([
  'The printer is in room twelve. The toner is in the cabinet.',
  'Is it broken? Ask at the desk! Nobody knows.',
  'the first line\nThe second line',
  'what I need',
])('the word that begins a sentence or a line is no name: %s', (content) => {
  expect(subjectOf(content)).toBe('the user');
});

it('says what the user said in whole sentences, and nothing of what an agent answered', () => {
  const content = 'The toner is in the cabinet. Is it full? The key is with Paula.';
  expect(readMessageByRules({ source: 'user', content }).statements).toEqual([
    'The toner is in the cabinet.',
    'The key is with Paula.',
  ]);
  expect(readMessageByRules({ source: 'assistant', content })).toMatchObject({ statements: [], facts: [] });
});
