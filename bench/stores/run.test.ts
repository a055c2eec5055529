import { expect, it } from 'vitest';
import { details } from './details/details.ts';
import { graph } from './graph/graph.ts';
import { keyValue } from './key-value/key-value.ts';
import { measurePlan, runStores } from './run.ts';
import { searchIndex } from './search-index/search-index.ts';

it('measures each port beside bare statements, at a tiny size', async () => {
  const ports = [graph, searchIndex, keyValue, details];
  const report = await measurePlan({ ports, where: ['embedded'], sizes: [120], rounds: 1, roundMs: 1, inFlight: 2 });
  const rows = report.split('\n').filter((line) => line.startsWith('| ') && line.includes('| SQLite | 120 |'));
  const operations = rows.map((line) => line.split(' | ')[0]?.slice(2));
  expect(operations).toEqual(
    expect.arrayContaining(['Graph', 'Details', 'commit', 'find, page of 50', 'put 64', 'get', 'put 2 KiB']),
  );
  expect(report).not.toMatch(/NaN|undefined|Infinity/);
}, 240_000);

it('refuses what it does not know', async () => {
  await expect(runStores(['huge'])).rejects.toThrow('Usage: npm run bench -- stores');
});
