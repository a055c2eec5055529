import { expect, it } from 'vitest';
import { measurePaths, runPath } from './run.ts';

it('measures what one Store and one Invoke pass and take', async () => {
  const report = await measurePaths({ warmUp: 2, run: 2, single: 2, covered: 1 }, true);
  const [store = '', invoke = ''] = report.split('\n').filter((line) => /^\| (?:facts|agent)\./.test(line));
  for (const row of [store, invoke]) {
    const [answered = 0, inAll = 0] = row.split(' | ').slice(1).map(Number);
    expect(answered, row).toBeGreaterThan(10);
    expect(inAll, row).toBeGreaterThanOrEqual(answered);
  }
  expect(report).not.toMatch(/NaN|undefined/);
  const untilAnswer = report.slice(report.indexOf('facts.Store, until'), report.indexOf('facts.Store, after'));
  expect(untilAnswer).toContain('services/facts/src/handlers/store.ts');
  expect(untilAnswer).not.toContain('services/facts/src/config.ts');
}, 120_000);

it('refuses what it does not know', async () => {
  await expect(runPath(['tiny'])).rejects.toThrow('Usage: npm run bench -- path [files]');
});
