import { expect, it } from 'vitest';
import { runProxy } from './run.ts';

it('measures the first text beside the bare upstream', async () => {
  const report = await runProxy(['20', '5', '3', '1']);
  expect(report).toMatch(/\| one stream after another \|/);
  expect(report).toMatch(/\| 3 streams of 1 s in flight \|/);
  expect(report).not.toMatch(/NaN|undefined/);
}, 60_000);

it('refuses what it does not know', async () => {
  await expect(runProxy(['many'])).rejects.toThrow('Usage: npm run bench -- proxy');
  await expect(runProxy(['english', 'many'])).rejects.toThrow('Usage: npm run bench -- proxy');
});
