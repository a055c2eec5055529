import { languageOf } from '@agent-mem/recall/ranking';
import { expect, test } from 'vitest';
import { saidTime } from './said-time.ts';

test.each([
  ['The user has lived in Porto since 2019', '2019-01-01'],
  ['The user moved to Porto in March 2020', '2020-03-01'],
  ['The user joined Siemens on 3 May 2021', '2021-05-03'],
  ['From 2024-02-10 the office is in Utrecht', '2024-02-10'],
])('%s: from %s', (statement, day) => {
  expect(saidTime(statement, languageOf('en'))).toBe(`${day}T00:00:00.000Z`);
});

test.each([
  'The user was born on 3 May 1980',
  'The user lived in Rome from 2010 to 2014',
  'The contract runs until 2027',
  'The user moved to Porto in May',
  'The user works at Siemens',
  'The 2020 report is long',
])('%s: no beginning is said', (statement) => {
  expect(saidTime(statement, languageOf('en'))).toBeNull();
});
