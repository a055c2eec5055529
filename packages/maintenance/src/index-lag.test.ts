import type { Documented } from '@agent-mem/recall';
import { createMemoryGraph } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { indexLag } from './index-lag.ts';

const clock = turnedClock();
const notes: Documented = { name: 'facts', owns: ['Fact'], documentOf: () => null };
const graphThat = (unindexed: () => Promise<never>) => ({
  graph: Object.assign(createMemoryGraph({ clock }), { unindexed }),
  clock,
});

it.each([
  ['refuses', () => Promise.reject(new Error('connection refused'))],
  ['never answers', () => new Promise<never>(() => undefined)],
])('is not told by a Graph that %s', async (_what, unindexed) => {
  const lag = indexLag([notes], graphThat(unindexed));
  await clock.advance(2_000);
  await expect(lag).resolves.toBeNull();
});
