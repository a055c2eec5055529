import { readJsonAnswer } from '@agent-mem/service-kit';
import { misread } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import type { CompressPlan } from './compress.ts';
import { additionAnswer } from './model-addition.ts';

// Reading takes of a plan only how long the paragraph may be.
const plan = { paragraphTokens: 100 } as CompressPlan;
const read = (answer: string) => readJsonAnswer(answer, additionAnswer(plan));
const readWith = (members: object) => read(JSON.stringify({ ...addition, ...members }));
const addition = {
  text: 'It looked for the file and found it.',
  constraints: ['Only read'],
  decisions: [],
  open_questions: ['Who wrote it?'],
  errors: [{ error: 'No such file', fix: 'Another folder', step: 2 }],
};
const errors = [{ error: 'No such file', fix: 'Another folder', ordinal: 2 }];

test('an addition is read however a model dresses it, and what is none is not', () => {
  expect(read(JSON.stringify(addition))).toEqual({ value: { ...addition, errors, method: 'model' } });
  expect(misread(addition, read)).toEqual([]);
});

test.each([
  ['no list', { constraints: null, errors: null }, { constraints: [], errors: [] }],
  ['a list left out', { open_questions: undefined }, { open_questions: [] }],
  ['a text for a list', { constraints: 'Only read' }, {}],
  ['an object for a list', { errors: addition.errors[0] }, {}],
  ['a list for the text', { text: ['It looked for the file', 'and found it.'] }, {}],
  ['an entry that is none', { errors: [null, 'No such file', ...addition.errors] }, {}],
  ['no fix', { errors: [{ ...addition.errors[0], fix: null }] }, { errors: [{ ...errors[0], fix: '' }] }],
])('%s: the rest is used', (_, members, expected) => {
  expect(readWith(members)).toEqual({ value: { ...addition, errors, method: 'model', ...expected } });
});

test.each([null, '', 7, { en: 'It looked' }])('without a text, with %j, it is unusable', (text) => {
  expect(readWith({ text })).toEqual({ unusable: 'no-text' });
});
