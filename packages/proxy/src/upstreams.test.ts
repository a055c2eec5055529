import { expect, it } from 'vitest';
import { readUpstreams } from './upstreams.ts';

it('the first pattern that fits a model holds, then LLM_URL', () => {
  const upstreams = readUpstreams(
    'gpt-*=https://a.example, gpt-5=https://b.example/v1, a.b=https://c.example/x/',
    'http://d.example',
  );
  const models = ['gpt-5', 'a.b', 'aXb', 'other'];
  expect(models.map(upstreams.urlFor)).toEqual([
    'https://a.example/v1',
    'https://c.example/x',
    'http://d.example/v1',
    'http://d.example/v1',
  ]);
  expect(upstreams.first).toBe('http://d.example/v1');
  expect(readUpstreams('gpt-*=https://a.example', '').urlFor('other')).toBeNull();
});

it.each(['gpt-*', '=https://a.example', 'gpt-*=ftp://a.example', 'gpt-*=nowhere'])('%s is refused', (list) => {
  expect(() => readUpstreams(list, '')).toThrow(/must hold patterns|is no http address/);
});
