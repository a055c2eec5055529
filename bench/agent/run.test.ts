import { expect, it } from 'vitest';
import { measureSizes, runAgent } from './run.ts';

it('measures an invocation with and without memories', async () => {
  const report = await measureSizes([0, 20], 2);
  const rows = report.split('\n').filter((line) => /^\| (0|20) \|/.test(line));
  expect(rows).toHaveLength(4);
  expect(report).not.toMatch(/NaN|undefined/);
  const tokensOf = (row: string | undefined) => Number(row?.split(' | ')[1]);
  expect(tokensOf(rows[3])).toBeGreaterThan(tokensOf(rows[2]));
}, 120_000);

it('refuses what it does not know', async () => {
  await expect(runAgent(['tiny'])).rejects.toThrow('Usage: npm run bench -- agent [short]');
});
