import { readJsonAnswer } from '@agent-mem/service-kit';
import { misread } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { readReading } from './read-by-model.ts';

const json = { kind: 'object', maxTokens: 10, schema: { name: 'consolidated', schema: {} }, read: readReading } as const;
const read = (answer: string) => readJsonAnswer(answer, json);
const reading = { subject: 'The ferry', facts: ['It leaves at nine', 'It is white'] };
const facts = reading.facts;

test('a reading is read however a model dresses it, and what is none is not', () => {
  expect(read(JSON.stringify(reading))).toEqual({ value: { subject: 'The ferry', statements: facts, facts } });
  expect(misread(reading, read)).toEqual([]);
});

test.each([
  ['no facts', { facts: null }, []],
  ['a text for the list', { facts: 'It leaves at nine' }, ['It leaves at nine']],
  ['entries that are none', { facts: [null, 7, ' ', ...facts] }, facts],
  ['a list for the subject', { subject: ['The ferry'] }, facts],
])('%s: the rest is used', (_, members, expected) => {
  const value = { subject: 'The ferry', statements: expected, facts: expected };
  expect(read(JSON.stringify({ ...reading, ...members }))).toEqual({ value });
});

test.each([null, ' ', 7])('without a subject, with %j, it is unusable', (subject) => {
  expect(read(JSON.stringify({ ...reading, subject }))).toEqual({ unusable: 'no-subject' });
});
