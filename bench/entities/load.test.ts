import { expect, it } from 'vitest';
import { parseJsonLines } from '../json-lines.ts';
import { halves, loadPairs, loadSentences, sentenceSchema } from './load.ts';

it.each(halves)('the %s half has sentences without a name, in other languages, and pairs of both kinds', async (half) => {
  const sentences = await loadSentences(half);
  expect(sentences.length).toBeGreaterThanOrEqual(80);
  expect(sentences.filter(({ names }) => names.length === 0).length).toBeGreaterThanOrEqual(10);
  expect(new Set(sentences.map(({ language }) => language)).size).toBeGreaterThanOrEqual(5);
  for (const { text, names } of sentences) for (const name of names) expect(text).toContain(name);
  const pairs = await loadPairs(half);
  expect(pairs.filter(({ joined }) => joined)).toHaveLength(8);
  expect(pairs.filter(({ joined }) => !joined)).toHaveLength(8);
});

it('refuses a sentence without its names', () => {
  const line = JSON.stringify({ language: 'en', text: 'x' });
  expect(() => parseJsonLines(line, sentenceSchema, 'sentences.jsonl')).toThrow('sentences.jsonl:1');
});
