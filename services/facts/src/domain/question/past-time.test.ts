import { dayOf } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { pastTimeIn } from './past-time.ts';

const now = Date.UTC(2026, 2, 23, 10);

it.each([
  ['Where did I live in January?', 'Where did I live?', '2026-01-31'],
  ['Where did I live in November?', 'Where did I live?', '2025-11-30'],
  ['Did I work at Fiat in 2024?', 'Did I work at Fiat?', '2024-12-31'],
  ['Where did I work last summer?', 'Where did I work?', '2025-08-31'],
  ['What did I drive last month?', 'What did I drive?', '2026-02-28'],
  ['Who was my boss on 5 March?', 'Who was my boss?', '2026-03-05'],
  ['Where did I live two weeks ago?', 'Where did I live?', '2026-03-15'],
  ['Where did I live last Friday?', 'Where did I live?', '2026-03-20'],
])('%s', (message, question, day) => {
  const asked = pastTimeIn(message, now);
  expect(asked?.question).toBe(question);
  expect(dayOf(asked?.end ?? 0)).toBe(day);
});

it.each([
  'Where do I live?',
  'Where will I live in May?',
  'Where did I live in March?',
  'Was I ever in Rome?',
  'When did I move?',
])('asks of no time that is over: %s', (message) => {
  expect(pastTimeIn(message, now)).toBeNull();
});
