import { expect, test } from 'vitest';
import { TooSlow, withinTime } from './within-time.ts';

const limitMs = 200;

test('work that uses up its time is interrupted', () => {
  const forever = () => {
    for (;;);
  };
  expect(() => withinTime(forever, limitMs)).toThrow(new TooSlow('it takes longer than 200 ms'));
});

test('work that the processor did not work on begins again', () => {
  const neverNotified = new Int32Array(new SharedArrayBuffer(4));
  let attempts = 0;
  const work = () => {
    attempts += 1;
    if (attempts === 1) Atomics.wait(neverNotified, 0, 0);
    return 'done';
  };
  expect(withinTime(work, limitMs)).toBe('done');
  expect(attempts).toBe(2);
});

test('an error of the work is the error', () => {
  const wrong = new TypeError('wrong');
  const fail = () => {
    throw wrong;
  };
  expect(() => withinTime(fail, limitMs)).toThrow(wrong);
});
