import { expect, it } from 'vitest';
import { languageOf } from './languages.ts';
import { analyseQuestion, asksOfPast } from './question.ts';

it('is analysed once, by each language of its own', () => {
  const long = 'Who told Ann that her dogs were barking? '.repeat(1_000);
  for (const text of ['Who told Ann?', long]) expect(analyseQuestion(text)).toBe(analyseQuestion(text));
  expect(analyseQuestion(long).terms).toEqual(['told', 'ann', 'dog', 'bark']);
  const german = languageOf('de');
  expect(analyseQuestion('Die Hunde', german)).not.toEqual(analyseQuestion('Die Hunde'));
});

it('knows terms, names and dates', () => {
  const question = analyseQuestion("What did Anne’s sister see in Bern on 7 May? It wasn't O'Brien.");
  expect(question.terms).toEqual(['ann', 'sister', 'see', 'bern', '7', 'mai', 'obrien']);
  expect([...question.names]).toEqual(['ann', 'bern', 'mai', 'obrien']);
  expect(question.dates).toEqual([{ year: null, month: 4, day: 7 }]);
  expect(question.words.has('anne')).toBe(true);
});

it.each([
  'Where did I live?',
  'Who was my dentist?',
  'Have I ever smoked?',
  'Who is my former boss?',
  'Where do I live, formerly?',
  'Was I a nurse?',
  "Wasn't Olav a sailor?",
  'Where was my bike?',
])('asks of the past: %s', (question) => expect(asksOfPast(question)).toBe(true));

it('asks of the present, of what is to come and of nothing at all without asking of the past', () => {
  for (const question of ['Where do I live?', 'Where will I live?', 'Thanks']) expect(asksOfPast(question)).toBe(false);
  for (const question of ['Was fahre ich?', 'Was ist mein Beruf?', 'Weißt du, was ich mag?'])
    expect(asksOfPast(question)).toBe(false);
});

it.each([
  ['When did it start?', true, false],
  ['What year was it?', true, false],
  ['How long have they lived there?', true, false],
  ['In what month was it?', true, false],
  ['Who told Ann?', false, true],
  ['What is the name of the dog?', false, true],
  ['What cities did they visit?', false, true],
  ['Which book is it?', false, true],
  ['What did Ann eat?', false, false],
])('"%s" wants a time: %s, a name: %s', (text, wantsTime, wantsName) => {
  expect(analyseQuestion(text)).toMatchObject({ wantsTime, wantsName });
});

it('tells who speaks of themselves', () => {
  expect(analyseQuestion('Where did I park my car?').firstPerson).toBe(true);
  expect(analyseQuestion('Where did Ann park?').firstPerson).toBe(false);
});

it('goes by plain words in a language without a table', () => {
  const question = analyseQuestion('Wann war der Zug da?', languageOf('de'));
  expect(question.terms).toEqual(['wann', 'war', 'der', 'zug', 'da']);
  expect(question).toMatchObject({ wantsTime: false, wantsName: false, firstPerson: false });
  expect(languageOf('en-GB')).toBe(languageOf('en'));
});

it('takes a long run of spaces as one', () => {
  const question = analyseQuestion(`Was it${' '.repeat(60_000)}Ann? Bo and iPhones`);
  expect([...question.names]).toEqual(['ann']);
});
