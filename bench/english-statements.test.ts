import { expect, it } from 'vitest';
import { englishStatements } from './english-statements.ts';

const texts = englishStatements(23);
const first = Array.from({ length: 2_000 }, (_, number) => number);

it('the same number has the same statement and question, and hardly two have the same', () => {
  const again = englishStatements(23);
  expect(first.map(again.text)).toEqual(first.map(texts.text));
  expect(first.map(again.question)).toEqual(first.map(texts.question));
  expect(new Set(first.map(texts.text)).size).toBeGreaterThan(1_950);
  expect(englishStatements(24).text(7)).not.toBe(texts.text(7));
});

it('a question asks of whom the statement speaks', () => {
  for (const number of first) {
    // The first word of a question is a capital for another reason.
    const people =
      texts
        .question(number)
        .slice(1)
        .match(/\b[A-Z][a-z]+/g) ?? [];
    expect(people).not.toEqual([]);
    for (const person of people) expect(texts.text(number)).toContain(person);
  }
});
