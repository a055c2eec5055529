import { expect, it } from 'vitest';
import { madeGraph } from './made-graph.ts';
import { measurePlan, runGraph } from './run.ts';

it('measures each question beside bare statements that answer the same, at a tiny size', async () => {
  const report = await measurePlan({ where: ['embedded'], nodes: 400, edges: 2_000, questions: 20 });
  const rows = report.split('\n').filter((line) => line.includes('| SQLite | 20 |'));
  expect(rows.map((line) => line.split(' | ')[0]?.slice(2))).toEqual(['neighbours of one node', 'two hops', 'shortest way']);
  expect(report).not.toMatch(/NaN|undefined|Infinity/);
}, 120_000);

it('makes the same graph again, with a few hubs and some nodes that no answer holds', () => {
  const [one, again] = [madeGraph(2_000, 10_000), madeGraph(2_000, 10_000)];
  expect([...one.pieces()]).toEqual([...again.pieces()]);
  expect([...one.pieces()].flat()).toHaveLength(12_000);
  const degrees = [...Map.groupBy(one.ends, (id) => id).values()].map((ends) => ends.length).toSorted((a, b) => b - a);
  const [most = 0] = degrees;
  expect(most).toBeGreaterThan(20 * (degrees[Math.floor(degrees.length / 2)] ?? 0));
  expect(one.ids.length).toBeLessThan(2_000);
});

it('refuses what it does not know', async () => {
  await expect(runGraph(['tiny'])).rejects.toThrow('Usage: npm run bench -- graph');
});
