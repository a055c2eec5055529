import { expect, it } from 'vitest';
import { reportOf } from './report.ts';
import { runTrustGraph } from './run.ts';

it('holds ours against the other agent on the same questions', () => {
  const kind = 'no tool';
  const report = reportOf([
    { kind, agent: 'stock', firstMs: [1, 2], lastMs: [10, 20], messages: 8 },
    { kind, agent: 'memory on', firstMs: [1, 2], lastMs: [20, 30], messages: 12 },
  ]);
  expect(report.split('\n').at(-1)).toBe('| no tool | memory on | 1.0 | 2.0 | 20 | 30 | 2.0 | 1.5 | 12 |');
});

it('refuses what it does not know', async () => {
  await expect(runTrustGraph(['short'])).rejects.toThrow('Usage: npm run bench -- trustgraph [questions]');
});
