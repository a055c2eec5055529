import { expect, it } from 'vitest';
import { measurePlan, runRecall } from './run.ts';

it('measures everything, at a tiny size', async () => {
  const fillings = [
    { users: ['one'], memoriesOfEach: 130 },
    { users: ['a', 'b', 'c'], memoriesOfEach: 5 },
  ];
  const report = await measurePlan({ fillings, questions: 4, stores: 2, lateCalls: 1 });
  const rows = report.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| --'));
  expect(rows.filter((line) => line.startsWith('| facts.Retrieve | 130 |'))).toHaveLength(2);
  expect(rows.filter((line) => line.startsWith('| conversations.Search | 3 scopes of 5 |'))).toHaveLength(2);
  expect(rows.filter((line) => line.endsWith('| 0 of 4 |'))).toHaveLength(4);
  expect(report).not.toMatch(/NaN|undefined/);
}, 120_000);

it('refuses what it does not know', async () => {
  await expect(runRecall(['tiny'])).rejects.toThrow('Usage: npm run bench -- recall');
});
