import { expect, test } from 'vitest';
import { newlySolved, triedAgain } from './solved-by.ts';

test('a solution that helps goes up as in the story, one that does not comes down', () => {
  expect(newlySolved('model')).toEqual({ weight: 0.7, helped: 1, failed: 0, why: '' });
  expect(newlySolved('guess')).toEqual({ weight: 0.4, helped: 1, failed: 0, why: '' });
  expect(newlySolved('rules', 'x')).toEqual({ weight: 0.55, helped: 1, failed: 0, why: 'x' });
  const up = triedAgain(newlySolved('model'), true);
  expect(up.weight).toBeCloseTo(0.9);
  expect(up).toMatchObject({ helped: 2, failed: 0 });
  const down = triedAgain(newlySolved('model'), false);
  expect(down.weight).toBeCloseTo(0.4);
  expect(down).toMatchObject({ helped: 1, failed: 1 });
});

test('however often it is tried, the weight stays between 0 and 1', () => {
  let [up, down] = [newlySolved('model'), newlySolved('model')];
  for (let time = 0; time < 1_000; time++) {
    up = triedAgain(up, true);
    down = triedAgain(down, false);
  }
  expect(up.weight).toBeLessThanOrEqual(1);
  expect(down.weight).toBeGreaterThanOrEqual(0);
  expect(triedAgain(down, true).weight).toBeGreaterThan(0.6);
});
