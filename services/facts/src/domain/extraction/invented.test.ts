import { languageOf } from '@agent-mem/recall/ranking';
import { expect, test } from 'vitest';
import { inventedIn, unsaidIn } from './invented.ts';

const invented = (statement: string, read: string) => inventedIn(read, languageOf('en'))(statement);
const dog = 'My dog is named Biscuit.';

test.each([
  ["The user's wife is named Anne", dog],
  ["The user's cat is named Mittens", dog],
  ['Anne lives in Paris', 'I live in Ljubljana with two cats'],
  ['The user works at Microsoft', dog],
  ["The user's wife is named John", 'haha you’re funny'],
  ["The user's wife is named Anne", 'our anniversary is in March'],
  ["The user's wife is named Anne", 'moin'],
  ["The user's wife is Anne", '¡buenas! ¿qué tal?'],
])('made up: %s, of %s', (statement, read) => {
  expect(invented(statement, read)).toBe(true);
});

test.each([
  ["The user's dog is named Biscuit", dog],
  ['The user is a vegetarian', 'I never eat meat'],
  ['The user is German', "I'm from Germany"],
  ['The user lives in Paris', 'I live in the capital of France'],
  ['The user is in New York City', "We're all in NYC and I love it"],
  ['The user lives in Cologne', 'Ich wohne in Köln'],
  ["The user's wife is named Anne", 'Meine Frau heißt Anne'],
  ["The user's wife is named Anne", '妻はアンヌです'],
  ['The user is away on Friday', "I'm off tomorrow"],
  ['Der Hund des Benutzers heißt Biscuit', dog],
])('drawn from it, or in doubt: %s, of %s', (statement, read) => {
  expect(invented(statement, read)).toBe(false);
});

const pizza = 'The user is called Lukas\nThe user is called Petra';

test.each([
  ['The user hates pizza', pizza, true],
  ['The user is called Petra Lukas', pizza, false],
  ['The user calls herself Petra', pizza, false],
  ['The user', pizza, false],
  ['Der Benutzer isst gern Pizza', 'Der Benutzer mag Käse', false],
])('%s, made of %j, has no word of it: %s', (statement, facts, isUnsaid) => {
  expect(unsaidIn(facts, languageOf('en'))(statement)).toBe(isUnsaid);
});
