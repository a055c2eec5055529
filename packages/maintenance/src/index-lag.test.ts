import { systemClock } from '@agent-mem/contract';
import type { Documented } from '@agent-mem/recall';
import { createMemoryGraph } from '@agent-mem/storage';
import { expect, it } from 'vitest';
import { indexLag } from './index-lag.ts';

const notes: Documented = { name: 'facts', owns: ['Fact'], documentOf: () => null };
const graphThat = (unindexed: () => Promise<never>) => ({
  graph: Object.assign(createMemoryGraph({ clock: systemClock }), { unindexed }),
  clock: systemClock,
});

it.each([
  ['refuses', () => Promise.reject(new Error('connection refused'))],
  ['never answers', () => new Promise<never>(() => undefined)],
])('is not told by a Graph that %s', async (_what, unindexed) => {
  await expect(indexLag([notes], graphThat(unindexed))).resolves.toBeNull();
});
