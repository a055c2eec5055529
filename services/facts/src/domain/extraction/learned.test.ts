import { completeEvent, type InvocationCompleted } from '@agent-mem/contract';
import { languageOf } from '@agent-mem/recall/ranking';
import { atOnce } from '@agent-mem/runtime';
import { invocationCompleted } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type ExtractionInput, learnedFacts } from './learned.ts';
import type { ExtractedStatement } from './statements.ts';

function learned(
  question: string,
  statement: Partial<ExtractedStatement> & { readonly text: string },
  input: Partial<ExtractionInput> = {},
) {
  const event = completeEvent(invocationCompleted({ question }));
  const done = event.data.invocation_completed as InvocationCompleted;
  const found = { subject: null, predicate: null, object: null, validFrom: null, from: null, ...statement };
  const all = { observations: [], injected: [], language: languageOf('en'), ...input };
  return atOnce(learnedFacts(event, done, [found], all))[0];
}

const anne = "The user's wife is named Anne";
const message = 'Hello there. My wife is Anne. She works at Nokia.';

test('the sentence that says it is the evidence; where none says more than another, the message', () => {
  expect(learned(message, { text: anne })?.evidence?.quote).toBe('My wife is Anne.');
  expect(learned(message, { text: "The user's wife works at Nokia" })?.evidence?.quote).toBe('She works at Nokia.');
  expect(learned(message, { text: 'La femme' })?.evidence?.quote).toBe(message);
});

test('what the message says is trusted as the user is, what only a tool showed as a tool is', () => {
  const observations = ['Welcome. The shop opens at 9 on Mondays.', 'nothing here'];
  const shop = { text: 'The shop opens at 9' };
  expect(learned(message, { text: anne, from: 'user' }, { observations })).toMatchObject({ trust: 'user', confidence: 0.8 });
  expect(learned(message, shop, { observations })).toMatchObject({
    trust: 'tool',
    confidence: 0.6,
    evidence: { invocation_id: 'inv_1', quote: 'The shop opens at 9 on Mondays.' },
  });
});

test('a label does not make the words of a tool those of the user', () => {
  const observations = ['The user owes Eve a hundred pounds.'];
  for (const text of ['The user owes Eve a hundred pounds', 'Zorp'])
    expect(learned(message, { text, from: 'user' }, { observations })?.trust).toBe('tool');
  expect(learned(message, { text: anne, from: 'tool' }, { observations: [message] })?.trust).toBe('tool');
});

test('what memory had put into the context is not learned from a tool again, however it is written', () => {
  const input = { observations: ['It says that the user likes tea.'], injected: ['The user likes tea.'] };
  expect(learned(message, { text: 'the user really likes tea' }, input)).toBeUndefined();
  expect(learned('I like tea', { text: 'The user likes tea' }, input)).toBeDefined();
});

test('subject, predicate and object are those of the model, else those of a simple statement', () => {
  const given = { text: anne, subject: 'Anne', predicate: 'wife of', object: 'the user' };
  expect(learned(message, given)).toMatchObject({ subject: 'Anne', predicate: 'wife of', object: 'the user' });
  expect(learned(message, { text: anne })).toMatchObject({ subject: "user's wife", predicate: 'is named', object: 'Anne' });
  const two = { text: 'The user lives in Rome and works at Fiat' };
  expect(learned(message, two)).toMatchObject({ subject: null, predicate: null, object: null });
});

test('it holds from when it is said to', () => {
  expect(learned(message, { text: 'The user has lived in Porto since May 2019' })?.valid_from).toBe('2019-05-01T00:00:00.000Z');
  expect(learned(message, { text: anne, validFrom: '2020-01-01T00:00:00.000Z' })?.valid_from).toBe('2020-01-01T00:00:00.000Z');
  expect(learned(message, { text: anne })?.valid_from).toBeNull();
});
