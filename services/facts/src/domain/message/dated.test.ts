import { expect, it } from 'vitest';
import { dated } from './dated.ts';

/** A Monday. */
const at = Date.UTC(2026, 0, 12, 10);

it.each([
  ['The user moved to Utrecht yesterday', 'The user moved to Utrecht on 11 January 2026'],
  ["The user's exam is this Friday", "The user's exam is on 16 January 2026"],
  ["The user's exam is next Monday", "The user's exam is on 19 January 2026"],
  ["The user's exam is tomorrow at three", "The user's exam is on 13 January 2026 at three"],
  ['The user met Ida the day before yesterday', 'The user met Ida on 10 January 2026'],
  ['The user has lived in Bern since last month', 'The user has lived in Bern since December 2025'],
  ['The user joined Siemens last week', 'The user joined Siemens in the week of 5 January 2026'],
  ['The user is moving to Rome next month', 'The user is moving to Rome in February 2026'],
  ['The user retires next year', 'The user retires in 2027'],
  ['The user quit smoking three months ago', 'The user quit smoking in October 2025'],
  ['The user got a dog two days ago', 'The user got a dog on 10 January 2026'],
  ['The user bought a bike last Friday', 'The user bought a bike on 9 January 2026'],
  ['The user became an uncle today', 'The user became an uncle on 12 January 2026'],
  ['The user sold their car last Monday', 'The user sold their car on 5 January 2026'],
])('names the date: %s', (statement, said) => {
  expect(dated(statement, at)).toBe(said);
});

it.each([
  "The user's favourite song is Yesterday by the Beatles",
  'The user reads The Day Before Yesterday every winter',
  'The user said: "I was there yesterday"',
  "The user hates yesterday's news",
  'The user is in their last year of school',
  'The user has worked there for the last month',
  'The user bought it a few weeks ago',
  'The user has an exam next Tuesday',
  'The user moved last summer',
  'The user is tired today',
  'The user works in Bern today',
])('leaves what names no time, or none for sure: %s', (statement) => {
  expect(dated(statement, at)).toBe(statement);
});

it('leaves the day of this week that may be past', () => {
  const sunday = at + 6 * 86_400_000;
  const said = (statement: string) => dated(statement, sunday);
  expect(said("The user's exam is this Friday")).toBe("The user's exam is this Friday");
  expect(said("The user's exam is this Sunday")).toBe("The user's exam is on 18 January 2026");
});
