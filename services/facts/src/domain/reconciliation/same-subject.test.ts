import { describe, expect, test } from 'vitest';
import type { ComparedFact } from '../fact/compared-fact.ts';
import { mayBeOfOneSubject } from './same-subject.ts';

function belief(id: string, content: string, more: Partial<ComparedFact> = {}): ComparedFact {
  const unsaid = { subject: null, predicate: null, object: null, valid_from: null, valid_to: null };
  return { id, content, timestamp: '2026-01-01T00:00:00.000Z', trust: 'user', ...unsaid, ...more };
}

const cases = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string]);

/** From either side. */
function answers(one: ComparedFact, other: ComparedFact): readonly boolean[] {
  return [mayBeOfOneSubject(one, other), mayBeOfOneSubject(other, one)];
}

describe('two subjects', () => {
  test.each(
    cases(`
User lives in Bern | User's dog is called Rex
The user lives in Bern | The user's dog lives in Basel
The user lives in Bern | The user's dog lives in Basel now
The user reports to Mara | The user's dog is Rex
The user loves pizza | The user's wife hates pizza
The user's wife works at Bosch | The user's brother works at Siemens
The user's brother is a teacher | The user's sister is a teacher
The user's mother is a nurse | The user's father is a baker
The user's dog is three years old | The user's cat is four years old
The user's umbrella was left on the tram | The user studies law
The user's number plate is AA-12-BC | The user's default branch is main
The user lives in Bern | The weekly review is on Tuesday
The roof of the boathouse was mended in 2021 | Invoices are filed by the name of the client
Der Nutzer wohnt in Bern | Der Hund des Nutzers heißt Rex`),
  )('%s | %s', (one, other) => {
    expect(answers(belief('a', one), belief('b', other))).toEqual([false, false]);
  });
});

describe('one subject, as far as words say', () => {
  test.each(
    cases(`
The user lives in Bern | The user moved to Basel
The user is vegan | The user eats meat
The user works at Siemens | The user has retired
The user's telephone is an iPhone | The user switched to a Pixel
The user's car is a Skoda | The user drives a Honda
The user has a dog | The user's dog died
The user has no pets | The user's dog is called Rex
The user is married to Anne | The user's wife died
The user's wife is named Anne | The user got divorced
The user lives with Mara | The user's flatmate Mara moved out
The user reports to Mara | The user's manager is now Jun
The user's girlfriend lives in Bern | The user's wife lives in Basel
The user's mother lives in Kiel | The user's parents live in Bremen
The user's wife is named Anne | Anne works at the bakery
The plumber is Costa | The plumber is Silva
東京は大きい | 大阪は大きい
L'utente vive a Berna | The user lives in Basel
Brugeren bor i Bern for at arbejde | The user lives in Basel
De gebruiker woont in Bern of in Thun | The user lives in Basel`),
  )('%s | %s', (one, other) => {
    expect(answers(belief('a', one), belief('b', other))).toEqual([true, true]);
  });
});

test('facts say by their subject and predicate what they are about, whatever their words are', () => {
  const home = { subject: 'user', predicate: 'lives in' };
  const [one, other] = ['The house of the Bernese', 'From now on, the town of Basel'];
  expect(answers(belief('a', one), belief('b', other))).toEqual([false, false]);
  expect(answers(belief('a', one, home), belief('b', other, home))).toEqual([true, true]);
});
