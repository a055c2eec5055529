import { expect, it } from 'vitest';
import { wordsOf } from './analyse.ts';
import { askedDates } from './asked-date.ts';
import { english } from './english.ts';
import { plainWords } from './plain-words.ts';

const datesOf = (question: string, language = english) => askedDates([...wordsOf(question)], language);

it.each([
  ['What did Ann do in June?', [{ year: null, month: 5, day: null }]],
  ['What did Ann do on 7 May 2023?', [{ year: 2023, month: 4, day: 7 }]],
  ['What did Ann do on May 7th, 2023?', [{ year: 2023, month: 4, day: 7 }]],
  ['What happened on the 3rd of August?', [{ year: null, month: 7, day: 3 }]],
  ['What happened in 2022?', [{ year: 2022, month: null, day: null }]],
  ['Where was Ann on 2023-05-07?', [{ year: 2023, month: 4, day: 7 }]],
  [
    'Between March 2022 and July 2023?',
    [
      { year: 2022, month: 2, day: null },
      { year: 2023, month: 6, day: null },
    ],
  ],
  ['Who may march with Ann?', []],
  ['What did Ann do in May?', [{ year: null, month: 4, day: null }]],
  ['What are 1000 things?', []],
  ['', []],
])('"%s"', (question, dates) => {
  expect(datesOf(question)).toEqual(dates);
});

it('knows only numbers where the language has no table', () => {
  expect(datesOf('im Juni 2023', plainWords)).toEqual([{ year: 2023, month: null, day: null }]);
  expect(datesOf('am 2023-06-01', plainWords)).toEqual([{ year: 2023, month: 5, day: 1 }]);
});
