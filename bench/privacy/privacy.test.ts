import { sensitiveKinds } from '@agent-mem/policy/detectors';
import { expect, it } from 'vitest';
import { loadHarmless, loadSensitive } from './load.ts';
import { falseAlarms, screenSensitive } from './measure.ts';

/** Written down as hard when the set was made: of no form, or hidden. */
const mostMissed = 9;

it('the set is large enough, and has every kind', async () => {
  const sensitive = await loadSensitive();
  expect(sensitive.length).toBeGreaterThanOrEqual(120);
  expect((await loadHarmless()).length).toBeGreaterThanOrEqual(300);
  expect(new Set(sensitive.map(({ kind }) => kind))).toEqual(new Set(sensitiveKinds));
  expect(sensitive.filter(({ secret }) => secret === '')).toEqual([]);
});

it('no more is missed than is known', async () => {
  const missed = screenSensitive(await loadSensitive()).filter(({ isGone }) => !isGone);
  expect(missed.map(({ text }) => text).slice(mostMissed)).toEqual([]);
});

it('nothing is found where nothing is', async () => {
  expect(falseAlarms(await loadHarmless())).toEqual([]);
});
