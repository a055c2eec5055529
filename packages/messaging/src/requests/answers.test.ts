import { turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { Answers } from './answers.ts';

it('a repeat gets the answer for half a minute, and is work again from then on', async () => {
  const clock = turnedClock();
  const answers = new Answers(clock);
  expect(answers.begin('r')).toBeNull();
  answers.add('r', 'answer');
  answers.end('r', true);
  await clock.advance(29_999);
  expect(answers.begin('r')).toEqual(['answer']);
  await clock.advance(1);
  expect(answers.begin('r')).toBeNull();
});

it('a repeat of work under way is no work of its own, however long that takes', async () => {
  const clock = turnedClock();
  const answers = new Answers(clock);
  answers.begin('r');
  await clock.advance(60_000);
  expect(answers.begin('r')).toEqual([]);
});

it('of too many answers the oldest go first, and none of work under way', () => {
  const answers = new Answers(turnedClock());
  answers.begin('under way');
  const ids = Array.from({ length: 1_001 }, (_, index) => `r${index}`);
  for (const id of ids) {
    answers.begin(id);
    answers.add(id, 'answer');
    answers.end(id, true);
  }
  expect(answers.begin('under way')).toEqual([]);
  expect(answers.begin('r1000')).toEqual(['answer']);
  expect(answers.begin('r0')).toBeNull();
});
