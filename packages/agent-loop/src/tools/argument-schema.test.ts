import { describe, expect, test } from 'vitest';
import { argumentProblem, schemaProblem } from './argument-schema.ts';
import type { Tool } from './tool.ts';
import { fitArgs } from './tool-choice.ts';

const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    path: { type: 'string', pattern: '^[a-z/]+$' },
    edits: { type: 'array', items: { type: 'object', required: ['old'], properties: { old: { type: 'string' } } } },
    mode: { enum: ['fast', 'slow'] },
  },
  required: ['path'],
  additionalProperties: false,
};

test.each([
  [{ path: 'a/b', edits: [{ old: 'x' }], mode: 'fast' }, null],
  [{}, 'the argument "path" is missing'],
  [{ path: 'A' }, 'the argument "path" must match pattern "^[a-z/]+$"'],
  [{ path: 'a', edits: [{}] }, 'the argument "edits/0/old" is missing'],
  [{ path: 'a', edits: 'x' }, 'the argument "edits" must be array'],
  [{ path: 'a', mode: 'quick' }, 'the argument "mode" must be one of "fast", "slow"'],
  [{ path: 'a', edit: [] }, 'the argument "edit" is not known; did you mean "edits"?'],
])('%j', (args, expected) => {
  expect(argumentProblem(schema, args)).toBe(expected);
});

describe('a schema of an adversary', () => {
  const deep = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) => [
      `d${level}`,
      { anyOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
    ]),
  );
  const frozen = 'the arguments cannot be checked: it takes longer than 500 ms';

  test.each([
    ['an expression that backtracks for ever', { properties: { a: { pattern: '^(a+)+$' } } }, frozen],
    ['references that double at each level', { $ref: '#/$defs/d0', $defs: { ...deep, d40: { type: 'string' } } }, frozen],
    ['a reference to another host', { $ref: 'http://127.0.0.1:1/x' }, expect.stringContaining('its schema cannot be read')],
    ['a type that there is not', { type: 'text' }, expect.stringContaining('its schema cannot be read')],
    ['a check that would be awaited', { $async: true, type: 'object' }, expect.stringContaining('is asynchronous')],
  ])('%s refuses the call and holds nothing up', (_name, hostile, expected) => {
    expect(argumentProblem(hostile, { a: `${'a'.repeat(40)}!` })).toEqual(expected);
  });

  test('one that can be read has no problem', () => {
    expect(schemaProblem(schema)).toBeNull();
    expect(schemaProblem({ type: 'text' })).toContain('cannot be read');
  });
});

test('a schema that was read too slowly once is read again', () => {
  let isSlow = true;
  const properties = {
    get a() {
      // Until it is interrupted.
      while (isSlow);
      return { type: 'string' };
    },
  };
  const slow = { type: 'object', properties };
  expect(argumentProblem(slow, { a: 'x' })).toContain('takes longer than 500 ms');
  isSlow = false;
  expect(argumentProblem(slow, { a: 'x' })).toBeNull();
});

test('arguments are fitted first, then held against the schema, and the refusal says what the tool takes', () => {
  const tool: Tool = {
    name: 'edit',
    description: '',
    arguments: [
      { name: 'path', type: 'string', description: '' },
      { name: 'count', type: 'integer', description: '', required: false },
    ],
    schema: { ...schema, properties: { ...schema.properties, count: { type: 'integer', maximum: 3 } } },
    run: async () => '',
  };
  expect(fitArgs(tool, { path: 'a', count: '2' })).toEqual({ path: 'a', count: 2 });
  expect(fitArgs(tool, { path: 'a', count: 9 })).toBe(
    'the argument "count" must be <= 3; edit takes path (string), count (integer)',
  );
  expect(fitArgs(tool, { path: '' })).toContain('the argument "path" must match pattern');
});
