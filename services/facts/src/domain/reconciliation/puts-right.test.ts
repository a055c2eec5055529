import { expect, test } from 'vitest';
import type { ComparedFact } from '../fact/compared-fact.ts';
import { putsRight } from './puts-right.ts';

const fact = (id: string, content: string, day: number): ComparedFact => ({
  id,
  content,
  subject: null,
  predicate: null,
  object: null,
  timestamp: `2026-05-0${day}T09:00:00.000Z`,
  valid_from: null,
  valid_to: null,
  trust: 'user',
});

test.each([
  ['The user is allergic to cats', 'The user is not allergic to cats any more', true],
  ['The user is allergic to cats', 'The user is no longer allergic to cats', true],
  ['The user is not allergic to cats', 'The user is allergic to cats', true],
  ["The user's blood pressure is 120/80", "The user's blood pressure is 140/90", true],
  ["The user's blood type is A positive", "The user's blood type is 0 negative", true],
  ['Der Nutzer ist allergisch gegen Katzen', 'Der Nutzer ist nicht mehr allergisch gegen Katzen', true],
  ['The user is allergic to cats', 'The user is allergic to dogs', false],
  ['The user is allergic to cats', 'The user is allergic to cats', false],
  ['The user is allergic to cats', 'The user is allergic to cats since the accident at work', false],
  ['The user is allergic to cats', 'The user has asthma', false],
  ['The user is allergic to cats', 'The user is not allergic to cats any more because the clinic treated the asthma', false],
])('after "%s", "%s": %s', (known, said, isRight) => {
  expect(putsRight(fact('new', said, 2), fact('old', known, 1))).toBe(isRight);
});

test('what was said before a fact does not put it right', () => {
  const [known, said] = ['The user is allergic to cats', 'The user is not allergic to cats'];
  expect(putsRight(fact('new', said, 1), fact('old', known, 2))).toBe(false);
});
