import { expect, it } from 'vitest';
import { measureVault } from './measure.ts';
import { runVault } from './run.ts';

it('measures a vault that is written, scanned and taken in', async () => {
  const figures = await measureVault(5);
  expect(figures.map(({ what }) => what)).toEqual(['written', 'scanned unchanged, but for one new file', 'taken in as new']);
  expect(figures.every(({ seconds }) => seconds > 0)).toBe(true);
}, 120_000);

it('refuses what it does not know', async () => {
  await expect(runVault(['tiny'])).rejects.toThrow('Usage: npm run bench -- vault');
});
