import { expect, it } from 'vitest';
import { seededTexts } from './seeded-texts.ts';

const wordsOf = (text: string) => text.slice(0, -1).split(' ');

it('gives the same texts for the same seed, and others for another', () => {
  expect(seededTexts(1).text(7)).toBe(seededTexts(1).text(7));
  expect(seededTexts(1).question(7)).toBe(seededTexts(1).question(7));
  expect(new Set([seededTexts(1).text(7), seededTexts(1).text(8), seededTexts(2).text(7)]).size).toBe(3);
});

it('asks with words of the text', () => {
  const texts = seededTexts(1);
  for (const number of [0, 1, 99_999]) {
    const held = new Set(wordsOf(texts.text(number)));
    expect(wordsOf(texts.question(number)).filter((word) => held.has(word)).length).toBeGreaterThanOrEqual(5);
  }
});

it('has words that are in many texts, and words that are in one', () => {
  const texts = seededTexts(1);
  const counts = new Map<string, number>();
  for (let number = 0; number < 1_000; number += 1)
    for (const word of new Set(wordsOf(texts.text(number)))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts.values()].sort((a, b) => b - a);
  expect(sorted[0]).toBeGreaterThan(300);
  expect(sorted.filter((count) => count === 1).length).toBeGreaterThan(sorted.length / 3);
});
