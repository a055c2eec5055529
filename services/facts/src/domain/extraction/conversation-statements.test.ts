import { readJsonAnswer } from '@agent-mem/service-kit';
import { misread } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { saidStatementsAnswer } from './conversation-statements.ts';

const messages = ['I like tea', 'My wife is Anne', 'It rains'].map((content, index) => ({
  id: `msg_${index}`,
  role: 'user' as const,
  content,
  invocationId: null,
  timestamp: '2026-05-07T09:30:00.000Z',
}));

function readAnswer(answer: string) {
  const isInvented = (text: string) => text.includes('Paris');
  const read = readJsonAnswer(answer, saidStatementsAnswer(messages, isInvented));
  return 'unusable' in read ? read : { value: read.value.statements, dropped: read.dropped };
}
const read = (entries: readonly unknown[]) => readAnswer(JSON.stringify(entries));

const rain = { message: 3, fact: 'It rains' };

test('statements are read however a model dresses them, and what is none is not', () => {
  expect(misread([rain, { message: 1, fact: 'The user likes tea' }], readAnswer)).toEqual([]);
  expect(misread({ facts: [rain] }, readAnswer)).toEqual([]);
});

test.each([
  ['a text', 'The user likes tea', 'not-an-object'],
  ['a number of no message', { message: 4, fact: 'The user likes tea' }, 'no-message'],
  ['a blank', { message: 1, fact: ' ' }, 'blank'],
  ['what is made up', { message: 1, fact: 'Rex lives in Paris' }, 'invented'],
])('%s is dropped: the others are used, each of the message that it names', (_, entry, reason) => {
  const wife = { message: 2, fact: "The user's wife is Anne" };
  expect(read([entry, wife, rain])).toEqual({
    value: [
      { text: wife.fact, message: messages[1] },
      { text: rain.fact, message: messages[2] },
    ],
    dropped: [reason],
  });
  expect(read([entry])).toEqual({ unusable: reason });
});

test('the first ten that can be used are read', () => {
  const many = [
    { message: 1, fact: 'Bosch' },
    ...Array.from({ length: 12 }, (_, index) => ({ ...rain, fact: `It rains ${index}` })),
  ];
  expect(read(many)).toMatchObject({ value: { length: 10 }, dropped: ['no-statement'] });
});

test('an answer without entries says that there is nothing to learn', () => {
  expect(read([])).toEqual({ value: [], dropped: [] });
});
