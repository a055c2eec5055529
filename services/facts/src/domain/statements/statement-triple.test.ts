import { expect, test } from 'vitest';
import { tripleOf } from './statement-triple.ts';

test.each([
  ["The user's wife is named Anne", "user's wife", 'is named', 'Anne'],
  ["The user's name is Bob Marsh.", 'user', 'is named', 'Bob Marsh'],
  ['The user no longer lives in Lisbon', 'user', 'no longer lives in', 'Lisbon'],
  ['The user does not like coffee', 'user', 'does not like', 'coffee'],
  ['The user also works at Lidl', 'user', 'works at', 'Lidl'],
  ['Anne plays the cello', 'Anne', 'plays', 'the cello'],
  ['The deploy key is in vault 7', 'deploy key', 'is', 'in vault 7'],
])('%s', (statement, subject, predicate, object) => {
  expect(tripleOf(statement)).toEqual({ subject, predicate, object });
});

test.each(['The user lives in Rome and works at Fiat', 'It rained', 'The user likes: tea', 'Why is it so?', ''])(
  '%j is not taken apart',
  (statement) => {
    expect(tripleOf(statement)).toBeNull();
  },
);
