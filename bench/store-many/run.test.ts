import { expect, it } from 'vitest';
import { measureAll, runStoreMany } from './run.ts';

it('measures facts that are stored many at once and one by one', async () => {
  const report = await measureAll({ facts: 5, warmUp: 1, requests: 2 });
  for (const name of ['facts.StoreMany', 'facts.Store, eight at a time']) {
    const row = report.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
    const [perSecond = 0, inAll = 0, , unembedded] = row.split(' | ').slice(1).map(Number.parseFloat);
    expect(perSecond, row).toBeGreaterThanOrEqual(inAll);
    expect(inAll, row).toBeGreaterThan(0);
    expect(unembedded, row).toBe(0);
  }
}, 120_000);

it('refuses what it does not know', async () => {
  await expect(runStoreMany(['tiny'])).rejects.toThrow('Usage: npm run bench -- store-many');
});
