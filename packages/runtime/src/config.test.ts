import { expect, test } from 'vitest';
import { headerSecret, httpUrl, readConfig, text } from './config.ts';

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
  expect(() => read('ftp://anne:secret@sums.example.com')).toThrow(/^SUMMARIZER_URL must be .*, got "…@sums.example.com"$/);
  expect(() => read('https://anne:secret@sums.example.com')).toThrow(
    /^SUMMARIZER_URL must be a URL without a user and a password$/,
  );
});

test('a secret of a header loses the blanks around it, and is refused by the name of its variable alone', () => {
  const variables = { LLM_API_KEY: headerSecret({ meaning: 'Who asks' }) };
  const read = (LLM_API_KEY: string) => readConfig(variables, { LLM_API_KEY }).LLM_API_KEY;
  expect(['', 'hunter2', ' hunter2\r\n', 'hünter2'].map(read)).toEqual(['', 'hunter2', 'hunter2', 'hünter2']);
  for (const wrong of ['hunter2\nhunter3', 'hunter2\0', 'hunter2€'])
    expect(() => read(wrong)).toThrow(/^LLM_API_KEY has a line break, or another character that cannot be sent in a header$/);
});
