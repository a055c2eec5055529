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

it('what is asked below /v1 and below /v1beta goes to servers that serve it, whatever the model', () => {
  const list = 'gemini-*=https://g.example/v1beta, gemini-*=https://g.example/v1beta/openai, *=https://a.example/v1/';
  const { urlFor } = readUpstreams(list, '');
  expect(urlFor('gemini-3', '/v1beta/models/gemini-3:generateContent')).toBe(
    'https://g.example/v1beta/models/gemini-3:generateContent',
  );
  expect(urlFor('gemini-3', '/v1/chat/completions')).toBe('https://g.example/v1beta/openai/chat/completions');
  expect(urlFor('gpt-5', '/v1/chat/completions')).toBe('https://a.example/v1/chat/completions');
  expect(urlFor('gpt-5', '/v1beta/models/gpt-5:generateContent')).toBeNull();
  expect([urlFor('', '/v1beta/models'), urlFor('', '/v1/models')]).toEqual([
    'https://g.example/v1beta/models',
    'https://g.example/v1beta/openai/models',
  ]);
  expect(readUpstreams('', 'http://d.example').urlFor('', '/v1beta/models')).toBe('http://d.example/v1beta/models');
  expect(readUpstreams('', 'http://d.example/v1').urlFor('', '/v1beta/models')).toBeNull();
});

it.each(['gpt-*', '=https://a.example', 'gpt-*=ftp://a.example', 'gpt-*=nowhere'])('%s is refused', (list) => {
  expect(() => readUpstreams(list, '')).toThrow(/must hold patterns|is no http address/);
});
