import { expect, it } from 'vitest';
import { analyseQuestion } from '../question.ts';
import { describeText } from '../text-features.ts';
import { spelt } from './spelling.ts';

const documents = ['Rosa moved to Porto', 'A greenhouse of three by two metres', 'Nobody calls'].map((text) => ({
  id: text,
  conversationId: null,
  ordinal: null,
  role: null,
  timestamp: 0,
  counts: {},
  cosine: null,
  ...indexed(text),
}));

function indexed(text: string) {
  const { length, fields } = describeText({ text, spelled: true });
  return { length, fields: { ...fields } };
}

it('finds what a slip meant, and nothing else', () => {
  const [rosa = 0, greenhouse = 0, nobody = 0] = spelt('grenhouse', documents, 0.3);
  expect(greenhouse).toBeGreaterThan(0.5);
  expect([rosa, nobody]).toEqual([0, 0]);
});

it('counts from the least likeness on', () => {
  const [, loose = 0] = spelt('grenhouse', documents, 0.3);
  const [, strict = 0] = spelt('grenhouse', documents, 0.6);
  expect(strict).toBeLessThan(loose);
  expect([...spelt('grenhouse', documents, 1)]).toEqual([0, 0, 0]);
});

it('leaves short words alone, and texts whose words are not kept', () => {
  expect([...spelt('ros', documents, 0)]).toEqual([0, 0, 0]);
  expect([
    ...spelt(
      'grenhouse',
      documents.map((document) => ({ ...document, fields: {} })),
      0.3,
    ),
  ]).toEqual([0, 0, 0]);
});

it('compares words as they are written, not their stems', () => {
  expect(analyseQuestion('Wich sistres live there?').wordOf.get('sistr')).toBe('sistres');
});
