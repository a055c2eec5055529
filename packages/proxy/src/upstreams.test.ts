import { expect, it } from 'vitest';
import { readUpstreams } from './upstreams.ts';

it('the first pattern that fits a model holds, then LLM_URL', () => {
  const upstreams = readUpstreams(
    'gpt-*=https://a.example, gpt-5=https://b.example/v1, a.b=https://c.example/x/',
    'http://d.example',
  );
  const models = ['gpt-5', 'a.b', 'aXb', 'other', ''];
  expect(models.map((model) => upstreams.urlFor(model, '/v1/responses'))).toEqual([
    'https://a.example/v1/responses',
    'https://c.example/x/responses',
    'http://d.example/v1/responses',
    'http://d.example/v1/responses',
    'http://d.example/v1/responses',
  ]);
  expect(readUpstreams('gpt-*=https://a.example', '').urlFor('other', '/v1/responses')).toBeNull();
});

it("what is Gemini's goes to a server of Gemini's, below /v1 too, and nothing else does but models", () => {
  const list = 'gemini-*=https://g.example/v1beta, gemini-*=https://g.example/v1beta/openai, *=https://a.example/v1/';
  const { urlFor } = readUpstreams(list, '');
  const asked = [
    ['gemini-3', '/v1beta/models/gemini-3:generateContent'],
    ['gemini-3', '/v1/models/gemini-3:streamGenerateContent'],
    ['gemini-3', '/v1/models/gemini-3'],
    ['', '/v1beta/models'],
    ['gemini-3', '/v1/chat/completions'],
    ['', '/v1/conversations'],
    ['llama3:8b', '/v1/models/llama3:8b'],
    ['gpt-5', '/v1/models/gpt-5:countTokens'],
    ['gpt-5', '/v1beta/models/gpt-5'],
  ] as const;
  expect(asked.map(([model, path]) => urlFor(model, path))).toEqual([
    'https://g.example/v1beta/models/gemini-3:generateContent',
    'https://g.example/v1beta/models/gemini-3:streamGenerateContent',
    'https://g.example/v1beta/models/gemini-3',
    'https://g.example/v1beta/models',
    'https://g.example/v1beta/openai/chat/completions',
    'https://g.example/v1beta/openai/conversations',
    'https://a.example/v1/models/llama3:8b',
    null,
    null,
  ]);
});

it('a server that is given without a path is asked as the client asks', () => {
  const { urlFor } = readUpstreams('', 'http://d.example');
  for (const path of ['/v1/models/m:generateContent', '/v1beta/models', '/v1/messages'])
    expect(urlFor('', path)).toBe(`http://d.example${path}`);
});

it.each(['gpt-*', '=https://a.example', 'gpt-*=ftp://a.example', 'gpt-*=nowhere'])('%s is refused', (list) => {
  expect(() => readUpstreams(list, '')).toThrow(/must hold patterns|is no http address/);
});

it.each([
  ['gpt-*=ftp://anne:secret@a.example', '"…@a.example" is no http address of a server'],
  ['anne:secret@a.example', 'must hold patterns of models with their servers, as gpt-*=https://host/v1, got "…@a.example"'],
])('what is refused repeats no password: %s', (list, message) => {
  expect(() => readUpstreams(list, '')).toThrow(message);
});

it('a user and a password in an address are refused, and not repeated', () => {
  expect(() => readUpstreams('*=https://anne:secret@a.example/v1', '')).toThrow(
    "the server at a.example must have no user and no password; each request has its caller's key",
  );
});
