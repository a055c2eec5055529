import { OperationError } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { anything, flag, integer, list, looseText, map, nullable, number, text } from './field.ts';
import { wireMessage } from './wire-message.ts';

const step = wireMessage('Step', { goal: text(), depends_on: list(integer()) });
const plan = wireMessage('Plan', {
  title: text(),
  state: text('pending'),
  streaming: flag(),
  limit: integer(10),
  score: nullable(number()),
  group: nullable(list(text())),
  steps: list(step),
  terms: map(text()),
  loose: map(looseText()),
  schema: anything(),
});
const bare = {
  title: '',
  state: 'pending',
  streaming: false,
  limit: 10,
  score: null,
  group: null,
  steps: [],
  terms: {},
  loose: {},
  schema: null,
};

describe('a record of the wire', () => {
  it('writes every member, in the order declared, with its default', () => {
    expect(plan.encode({ title: 'tea' })).toBe(JSON.stringify({ ...bare, title: 'tea' }));
  });

  it('reads what is missing and what is null as the default', () => {
    const nulls = Object.fromEntries(Object.keys(bare).map((member) => [member, null]));
    expect(plan.decode('{}')).toEqual(bare);
    expect(plan.decode(JSON.stringify(nulls))).toEqual(bare);
    expect(plan.decode('{"steps":[null,{"goal":null}],"terms":{"a":null}}')).toEqual({
      ...bare,
      steps: [
        { goal: '', depends_on: [] },
        { goal: '', depends_on: [] },
      ],
      terms: { a: '' },
    });
  });

  it('lets unknown members through, at every depth, and writes them again', () => {
    const payload = '{"steps":[{"goal":"boil","by":"Anne"}],"memory":{"trace":[1]},"title":"tea"}';
    const read = plan.decode(payload);
    expect(read).toEqual({
      ...bare,
      title: 'tea',
      steps: [{ goal: 'boil', depends_on: [], by: 'Anne' }],
      memory: { trace: [1] },
    });
    expect(JSON.parse(plan.encode(read))).toEqual(read);
  });

  it('takes no member from the prototype of objects', () => {
    expect(wireMessage('Odd', { toString: text() }).decode('{}').toString).toBe('');
  });

  it('writes other JSON values as text where senders are loose', () => {
    expect(plan.decode('{"loose":{"n":3,"deep":{"a":[true]},"s":"x"}}').loose).toEqual({
      n: '3',
      deep: '{"a":[true]}',
      s: 'x',
    });
  });

  it.each([
    ['not json', 'Plan: must be JSON text'],
    ['[]', 'Plan: must be an object, got an array'],
    ['{"title":5}', 'Plan.title: must be a string, got 5'],
    ['{"streaming":"yes"}', 'Plan.streaming: must be true or false, got a string'],
    ['{"limit":1.5}', 'Plan.limit: must be a whole number, got 1.5'],
    ['{"score":"high"}', 'Plan.score: must be a number, got a string'],
    ['{"group":{}}', 'Plan.group: must be an array, got an object'],
    ['{"steps":[{},{"depends_on":["a"]}]}', 'Plan.steps[1].depends_on[0]: must be a whole number, got a string'],
    ['{"terms":[]}', 'Plan.terms: must be an object, got an array'],
    ['{"terms":{"a":true}}', 'Plan.terms.a: must be a string, got a boolean'],
  ])('refuses %s by the name of the member', (payload, message) => {
    expect(() => plan.decode(payload)).toThrow(new OperationError('invalid-argument', message));
  });
});
