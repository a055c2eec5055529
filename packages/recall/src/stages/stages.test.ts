import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RecallStages, recallStages } from './stages.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A stage that takes so long, and gives how long it might have taken. */
const taking =
  (ms: number) =>
  async (timeMs = 0) => {
    nowMs += ms;
    return timeMs;
  };

/** The stages of a store whose search has just taken so long. */
async function afterSearchOf(ms: number, timeLeftMs: (atMost: number) => number): Promise<RecallStages> {
  const stages = recallStages({}, timeLeftMs);
  await stages.needed('search', taking(ms));
  return stages;
}

describe('a stage that recall can do without', () => {
  it('has all of its time behind a slow search where there is no deadline', async () => {
    const stages = await afterSearchOf(5_000, (atMost) => atMost);
    expect(await stages.optional('dense', { reserveMs: stages.expectedMs('search') }, taking(1))).toBe(2_000);
    expect(stages.degraded).toEqual([]);
  });

  it('has all of its time where the deadline is far', async () => {
    const stages = await afterSearchOf(5_000, (atMost) => Math.min(atMost, 60_000));
    expect(await stages.optional('dense', { reserveMs: stages.expectedMs('search') }, taking(1))).toBe(2_000);
  });

  it('has what the search leaves of a near deadline', async () => {
    const stages = await afterSearchOf(150, (atMost) => Math.min(atMost, 200));
    expect(await stages.optional('dense', { reserveMs: stages.expectedMs('search') }, taking(1))).toBe(50);
  });

  it('is left out where the search needs all of the time', async () => {
    const stages = await afterSearchOf(250, (atMost) => Math.min(atMost, 200));
    expect(await stages.optional('dense', { reserveMs: stages.expectedMs('search') }, taking(1))).toBeNull();
    expect(stages.degraded).toEqual(['dense']);
  });

  it('is tried again some recalls after it was slow once', async () => {
    const store = {};
    const recalled = () => recallStages(store, (atMost) => Math.min(atMost, 100)).optional('dense', { reserveMs: 0 }, taking(1));
    await recallStages(store, (atMost) => atMost).needed('dense', taking(1_000));
    expect(await recalled()).toBeNull();
    let recalls = 1;
    while (recalls < 50 && (await recalled()) === null) recalls += 1;
    expect(recalls).toBeLessThan(50);
  });

  it('has no more than its own limit', async () => {
    const stages = await afterSearchOf(5_000, (atMost) => atMost);
    expect(await stages.optional('asked_before', { reserveMs: 0, mostMs: 800 }, taking(1))).toBe(800);
  });
});
