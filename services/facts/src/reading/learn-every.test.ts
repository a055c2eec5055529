import { expect, test } from 'vitest';
import { learnEvery } from './learn-every.ts';

test.each([
  ['1', { turns: 1, waitMs: 86_400_000 }],
  ['20', { turns: 20, waitMs: 86_400_000 }],
  ['90s', { turns: null, waitMs: 90_000 }],
  ['10m', { turns: null, waitMs: 600_000 }],
  ['24h', { turns: null, waitMs: 86_400_000 }],
])('%s is read', (text, every) => {
  expect(learnEvery.parse(text)).toEqual(every);
});

test.each(['0', '21', '0m', '25h', '10 minutes', '-5', 'm', '1.5'])('%s is refused', (text) => {
  expect(() => learnEvery.parse(text)).toThrow('must be a number of turns from 1 to 20');
});
