import { expect, it } from 'vitest';
import { runAdmission } from './run.ts';

it('measures what a quiet user gets beside a busy one', async () => {
  const report = await runAdmission(['20', '3', '2']);
  expect(report).toMatch(/^20 connections of one busy user, answered \d+ × 200/);
  expect(report).toMatch(/\| a quiet user \| 3 of 3 \|/);
  expect(report).not.toMatch(/NaN|undefined/);
}, 60_000);

it('refuses what it does not know', async () => {
  await expect(runAdmission(['many'])).rejects.toThrow('Usage: npm run bench -- admission');
});
