import { countTokens } from '@agent-mem/recall/ranking';
import { describe, expect, test } from 'vitest';
import { traceThatFits } from './trace-that-fits.ts';

const item = (type: string, content: string) => ({ type, content });
const words = (count: number, word = 'word') => Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ');
const step = (number: number, observation: string) => [
  item('thought', `thought ${number}`),
  item('action', `run {"n":${number}}`),
  item('observation', observation),
];
const log = (lines: number, last: string) =>
  [...Array.from({ length: lines }, (_, line) => `10:00:${line} INFO took job ${line}`), last].join('\n');
const tokensOf = (items: readonly { readonly content: string }[]) =>
  items.reduce((sum, { content }) => sum + countTokens(content), 0);
const goal = item('goal', 'Why did it fail?');

test('what fits is shown as it is', () => {
  const steps = [step(1, 'ok'), step(2, 'done')];
  expect(traceThatFits(goal, steps, 500)).toEqual({ items: [goal, ...steps.flat()], leftOut: 0 });
});

describe('a log that is larger than all the room', () => {
  const text = log(20_000, 'FATAL disk full');
  const { items } = traceThatFits(goal, [step(1, text)], 500);
  const observation = items.at(-1);

  test('shows its head and its tail, and says how many bytes are missing', () => {
    expect(items.map(({ type }) => type)).toEqual(['goal', 'thought', 'action', 'observation']);
    expect(observation?.content).toMatch(/^10:00:0 INFO took job 0\n/);
    expect(observation?.content).toMatch(/\nFATAL disk full$/);
    expect(observation?.content).toMatch(/\[… \d\d\d,\d\d\d bytes not shown\]/);
  });
});

test('the newest step is there whatever its size and that of the others, and nothing is over the room', () => {
  for (const maxTokens of [120, 150, 300, 2_000]) {
    for (const size of [1, 300, 5_000]) {
      const steps = Array.from({ length: 12 }, (_, index) => step(index, words(size, `w${index}x`)));
      const { items, leftOut } = traceThatFits(item('goal', words(size)), steps, maxTokens);
      expect(tokensOf(items)).toBeLessThanOrEqual(maxTokens);
      expect(items.at(-1)?.content).toContain('w11x');
      expect(items.at(-1)?.type).toBe('observation');
      const summary = items.find(({ type }) => type === 'summary');
      expect(summary !== undefined).toBe(leftOut > 0);
      if (summary) expect(summary.content).toMatch(/^\[… \d+ earlier steps?, [\d,]+ bytes not shown\]$/);
    }
  }
});

test('a thought that is larger than all the room leaves room for what was observed', () => {
  const { items } = traceThatFits(
    goal,
    [[item('thought', words(9_000)), item('action', 'run {}'), item('observation', 'exit 1')]],
    200,
  );
  expect(items.at(-1)).toEqual(item('observation', 'exit 1'));
});
