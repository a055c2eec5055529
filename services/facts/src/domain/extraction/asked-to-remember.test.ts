import { expect, test } from 'vitest';
import { isAskedToRemember } from './asked-to-remember.ts';

test.each([
  ['Omar is allergic to penicillin.', 'Omar is allergic to penicillin. please remember that', true],
  ['I am diabetic', 'I am diabetic; please remember this.', true],
  ['Remember that I am diabetic', 'Remember that I am diabetic', true],
  ['Please keep in mind: my son has asthma.', 'Hi! Please keep in mind: my son has asthma.', true],
  ['Merk dir, dass ich Diabetes habe.', 'Merk dir, dass ich Diabetes habe.', true],
  ['J’ai du diabète.', 'J’ai du diabète. Retiens ça.', true],
  ["I'm allergic to penicillin, remember that.", "I'm allergic to penicillin, remember that.", true],
  ['I am diabetic, keep that in mind', 'I am diabetic, keep that in mind', true],
  ['I am diabetic.', 'I am diabetic. Remember to buy milk.', false],
  ['I am diabetic, and hard to remember', 'I am diabetic, and hard to remember', false],
  ['I am diabetic.', 'I am diabetic. What can I eat?', false],
  ['My mother has cancer.', 'Remember my name is Ann. My mother has cancer.', false],
  ['I was diabetic.', 'I was diabetic. Do you remember that?', false],
])('%s in "%s": %s', (quote, text, expected) => {
  expect(isAskedToRemember(quote, text)).toBe(expected);
});
