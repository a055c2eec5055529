import { expect, it } from 'vitest';
import { categories, isOfCategory } from './is-of-category.ts';
import { isNeverLearned, learningSentences, learnsAnything, mayBeLearned } from './learning-settings.ts';

it.each([
  ['health', 'The user has asthma'],
  ['health', 'The user sees a doctor every month'],
  ['finance', 'The user earns 4000 euros a month'],
  ['finance', 'Die Nutzerin hat Schulden'],
  ['work', 'The user works at Siemens'],
  ['education', 'The user studies physics in Ghent'],
  ['family', "The user's wife is named Anne"],
  ['relationships', 'The user is divorced'],
  ['location', 'The user lives in Porto'],
  ['contact', 'The user can be reached under ann@example.com'],
  ['identity', "The user's birthday is in May"],
  ['preferences', 'The user likes tea'],
  ['food', 'The user is a vegetarian'],
  ['leisure', 'The user plays chess'],
  ['travel', 'The user flies to Oslo'],
  ['plans', 'The user will move next month'],
  ['beliefs', 'The user is a catholic'],
  ['sexuality', 'The user is gay'],
  ['legal', 'The user was sued'],
])('%s: %s', (category, text) => {
  expect(isOfCategory(text, category)).toBe(true);
  expect(isOfCategory(text, ` ${category.toUpperCase()} `)).toBe(true);
});

it('each known category is among them', () => {
  expect(categories.length).toBe(17);
});

it.each([
  ['health', 'The user lives in Porto'],
  ['finance', "The user's dog is called Rex"],
  ['family', 'The user plays chess'],
  ['work', "The user's wife is named Anne"],
  ['preferences', 'The user lives in Lisbon'],
])('not %s: %s', (category, text) => {
  expect(isOfCategory(text, category)).toBe(false);
});

it.each([
  ['football clubs', 'The user joined a football club', true],
  ['football clubs', 'The user likes football', false],
  ['Müller', "The user's landlord is named Muller", true],
  ['cat', 'The user has two cats', true],
  ['cat', 'The user likes catholic churches', false],
  ['my landlord', "The user's landlord is named Mr Brown", true],
  ['The Landlord', 'My landlord is Mr Brown', true],
  ['any of my landlords', 'The user lives in Porto', false],
  ['my health', 'The user has asthma', true],
  ['my', 'My landlord is Mr Brown', true],
  ['', 'anything', false],
])('words of its own, %j: %s', (category, text, expected) => {
  expect(isOfCategory(text, category)).toBe(expected);
});

it.each([
  ['politics', 'The user voted for the liberals', true],
  ['my political views', 'The user votes for the green party', true],
  ['elections', 'Der Nutzer wählt die Linken', true],
  ['politics', 'The user prays every morning', false],
  ['religion', 'The user prays every morning', true],
  ['religion', 'The user votes for the liberals', false],
  ['my salary', 'The user earns 4000 euros a month', true],
  ['salaries', "The user's insurance is with Allianz", false],
  ['money', 'The user has a mortgage', true],
  ['sport', 'The user plays tennis', true],
  ['sport', 'The user plays the violin', false],
  ['hobbies', 'The user plays the violin', true],
  ['illnesses', 'The user has asthma', true],
  ['jobs', 'The user works at Siemens', true],
])('a subject, or another name of a category, %j: %s', (category, text, expected) => {
  expect(isOfCategory(text, category)).toBe(expected);
});

it('what is both to be learned and never is not', () => {
  const settings = { instructions: null, keep: ['work', 'family'], never: ['health'] };
  expect(mayBeLearned('The user works at Siemens', settings)).toBe(true);
  expect(mayBeLearned('The user works although they have asthma', settings)).toBe(false);
  expect(mayBeLearned('The user likes tea', settings)).toBe(false);
  expect(mayBeLearned('The user likes tea', learnsAnything)).toBe(true);
});

it.each([
  ['Never learn anything about my health or politics.', 'The user has asthma', true],
  ["Please don't store things about my wife. I like short answers.", "The user's wife is named Anne", true],
  ["Please don't store things about my wife. I like short answers.", 'The user likes short answers', false],
  ['Never learn anything about my salary or politics', 'The user votes for the green party', true],
  ['Never learn anything about my salary or politics', 'The user lives in Porto', false],
  ['Remember what I say about my garden.', 'The user has a garden', false],
])('rules follow what instructions plainly refuse: %s', (instructions, text, refused) => {
  expect(isNeverLearned(text, { ...learnsAnything, instructions })).toBe(refused);
});

it('a model is shown each setting in a sentence', () => {
  expect(learningSentences({ instructions: 'Be brief.', keep: ['work'], never: ['health', 'cats'] })).toEqual([
    'Take only what is about: work.',
    'Take nothing that is about: health, cats.',
    'Be brief.',
  ]);
  expect(learningSentences(learnsAnything)).toEqual([]);
});
