import { expect, test } from 'vitest';
import { httpUrl, readConfig, text } from './config.ts';

test('a variable that may be one of a few says which, and leaves out that it may be empty', () => {
  const variables = { AUTH: text({ meaning: 'Who is asked', default: '', oneOf: ['', 'off', 'required'] }) };
  expect(readConfig(variables, {})).toEqual({ AUTH: '' });
  expect(() => readConfig(variables, { AUTH: 'on' })).toThrow('AUTH must be one of off, required, got "on"');
});

test('a URL is one of http or https, or is left out', () => {
  const variables = { SUMMARIZER_URL: httpUrl({ meaning: 'Who summarises' }) };
  const read = (SUMMARIZER_URL: string) => readConfig(variables, { SUMMARIZER_URL }).SUMMARIZER_URL;
  expect(['', 'https://sums.example.com/v1'].map(read)).toEqual(['', 'https://sums.example.com/v1']);
  for (const wrong of ['ftp://sums.example.com', 'localhost:8080', 'sums'])
    expect(() => read(wrong)).toThrow(`SUMMARIZER_URL must be a URL of http or https, got "${wrong}"`);
});
