import { readJsonAnswer } from '@agent-mem/service-kit';
import { misread } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Insights, insightForm } from './insight-form.ts';

const form = insightForm({ items: [], output_schema: null });
const json = {
  kind: 'object',
  maxTokens: 10,
  schema: { name: 'insights', schema: {} },
  read: (written: Insights) => {
    const value = form.read(written);
    return value === null ? { unusable: 'not-of-schema' } : { value };
  },
} as const;
const read = (answer: string) => readJsonAnswer(answer, json);
const insights = { main_topic: 'The move', key_findings: ['It is in May'], action_items: ['Call Vera', 'Pack'] };

test('insights are read however a model dresses them, and what are none are not', () => {
  expect(read(JSON.stringify(insights))).toEqual({ value: insights });
  expect(misread(insights, read)).toEqual([]);
});

test.each([
  ['no list', { action_items: null }, { action_items: [] }],
  ['a list left out', { action_items: undefined }, { action_items: [] }],
  ['a text for a list', { key_findings: 'It is in May' }, {}],
  ['a list for a text', { main_topic: ['The', 'move'] }, {}],
  ['entries that are none', { key_findings: [null, 7, 'It is in May'] }, {}],
  ['more than was asked for', { mood: 'good' }, {}],
])('%s: the rest is used', (_, members, expected) => {
  expect(form.read({ ...insights, ...members })).toEqual({ ...insights, ...expected });
});

test.each([[{ main_topic: null }], [{ main_topic: 7 }], [{ main_topic: ' ' }]])('with %j they are unusable', (members) => {
  expect(form.read({ ...insights, ...members })).toBeNull();
});

test('what names no item has none', () => {
  expect(insightForm({ items: ['action_items'], output_schema: null }).read({ facts: [] })).toBeNull();
});

test('what has not the form of a caller is taken for none, and not changed', () => {
  const own = insightForm({ items: [], output_schema: '{"type":"object","properties":{"tags":{"type":"array"}}}' });
  expect([own.read({ tags: 'tea' }), own.read({ tags: ['tea', null] })]).toEqual([null, { tags: ['tea', null] }]);
});
