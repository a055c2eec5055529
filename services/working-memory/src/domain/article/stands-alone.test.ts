import { expect, it } from 'vitest';
import { readMessageByRules } from './read-by-rules.ts';
import { standsAlone } from './stands-alone.ts';

it.each([
  'The staging database runs on port 5433',
  'Locker 41 opens with code 533.',
  'Anne is allergic to nuts.',
  'Never restart the queue while a job runs.',
  'Das WLAN-Passwort hängt am Kühlschrank.',
  'There is a spare key under the mat.',
  'We agreed that the release train of Falcon leaves on Fridays.',
  'Braga, since May: a flat near the river',
])('%j is understood alone', (sentence) => {
  expect(standsAlone(sentence)).toBe(true);
});

it.each([
  "That's how I have my coffee.",
  'Flat white, two sugars.',
  'It broke again.',
  'He never answers on Mondays.',
  'And the second one is blue.',
  'Das war gestern kaputt.',
  'Elle habite à Lyon.',
  'Pero no funciona los lunes.',
  'Ela mora no Porto.',
])('%j is not', (sentence) => {
  expect(standsAlone(sentence)).toBe(false);
});

it('what a message says that is not understood alone stands in the article, and becomes no fact', () => {
  const [key, back] = ["Anne's key hangs in the hall.", "That's how I found it."];
  const read = readMessageByRules({ source: 'user', content: `${key} ${back}` });
  expect(read).toMatchObject({ statements: [key, back], facts: [key] });
});
