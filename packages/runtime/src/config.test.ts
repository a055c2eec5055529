import { expect, test } from 'vitest';
import { readConfig, text } from './config.ts';

test('a variable that may be one of a few says which, and leaves out that it may be empty', () => {
  const variables = { AUTH: text({ meaning: 'Who is asked', default: '', oneOf: ['', 'off', 'required'] }) };
  expect(readConfig(variables, {})).toEqual({ AUTH: '' });
  expect(() => readConfig(variables, { AUTH: 'on' })).toThrow('AUTH must be one of off, required, got "on"');
});
