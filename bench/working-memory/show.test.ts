import { expect, it } from 'vitest';
import { maxTokens, show } from './show.ts';

it('shows what the context holds of an output, and as much of its head', async () => {
  const question = { file: 'a.txt', command: 'make', question: 'Did it work?' };
  const lines = Array.from({ length: 2_000 }, (_, at) => `step ${at} of the build`).join('\n');
  const [short, long] = await show([
    { ...question, output: 'It works.', planted: 'works' },
    { ...question, output: lines, planted: 'step 1999' },
  ]);
  expect(short?.byService).toContain('It works.');
  expect(long?.fullTokens).toBeGreaterThan(maxTokens);
  expect(lines.startsWith(long?.headOnly ?? '?')).toBe(true);
  expect(long?.headOnly).toContain('step 1 of');
  expect(long?.headOnly).not.toContain('step 1999');
});
