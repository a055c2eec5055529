import { profileSchemaOf } from '@agent-mem/policy';
import { expect, it } from 'vitest';
import { isOfUser, profileFieldOf } from './profile-field.ts';

const byDefault = profileSchemaOf(null);
const own = profileSchemaOf(
  JSON.stringify({
    properties: {
      diet: { type: 'array', description: 'Food: meat, fish, gluten, vegan' },
      pets: { description: 'Animals: dog, cat' },
      people: { type: 'array' },
    },
  }),
);

it.each([
  ['The user wants to be called Bob', 'name'],
  ["The user's name is Bob", 'name'],
  ["The user's name isn't Bob", null],
  ['The user is learning Japanese', 'language'],
  ['The user is learning to swim', null],
  ["The user's mother tongue is Catalan", 'language'],
  ["The user's mother is a nurse", 'people'],
  ['The user lives in Porto', 'places'],
  ['The user moved from Lyon to Porto', 'places'],
  ['The user moved back to Lyon', 'places'],
  ['The user lives with Anne', 'people'],
  ['The user no longer works at Bosch', 'work'],
  ['The user is a freelance illustrator in Graz', 'work'],
  ['The user is a vegetarian', 'preferences'],
  ['The user cannot stand crowds', 'preferences'],
  ['The user wants short answers', 'instructions'],
  ['The user wants to visit Japan', null],
  ['Always run the tests before a commit', 'instructions'],
  ['The user has a dentist appointment', null],
  ['The user has two children', 'people'],
  ['Anne lives in Porto', null],
  ['Der Nutzer wohnt in Graz', 'places'],
  ['A utilizadora', null],
])('%s: %s', (fact, field) => {
  expect(profileFieldOf(fact, byDefault)).toBe(field);
});

it('a field of an owner is known by the words of its name and description, one of a known name by the rules for it too', () => {
  const fieldOf = (fact: string) => profileFieldOf(fact, own);
  expect(fieldOf('The user does not eat fish')).toBe('diet');
  expect(fieldOf("The user's diet is strict")).toBe('diet');
  expect(fieldOf('The user is married to Anne')).toBe('people');
  expect(fieldOf('The user lives in Porto')).toBe(null);
  expect(fieldOf('Fish live in water')).toBe(null);
});

it('a fact is of the user if it speaks of the user or to the assistant', () => {
  expect(['The user paid 3 euros', "The user's car is red", 'Never push to main', 'Mia likes horses'].map(isOfUser)).toEqual([
    ...[true, true, true, false],
  ]);
});
