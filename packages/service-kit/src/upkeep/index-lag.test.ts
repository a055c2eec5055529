import { systemClock } from '@agent-mem/contract';
import { createMemoryGraph } from '@agent-mem/storage';
import { expect, it } from 'vitest';
import type { Documented } from '../indexing.ts';
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
