import { readFile } from 'node:fs/promises';
import { detections, personalKinds, sensitiveKinds } from '@agent-mem/policy/detectors';
import { expect, it } from 'vitest';
import { loadHarmless, loadSensitive } from './load.ts';
import { falseAlarms, screenSensitive } from './measure.ts';
import { loadPersonal, scorePersonal } from './personal.ts';

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

it('the quick test before a detector passes every text in which the detector finds something', async () => {
  const texts = [...(await loadSensitive()).map(({ text }) => text), ...(await loadHarmless()), ...edges];
  const lost = detections.flatMap(({ detector, needs }) =>
    texts.filter((text) => !needs.test(text) && [...detector(text)].length > 0),
  );
  expect(lost).toEqual([]);
  const read = detections.map(({ detector, needs }) =>
    texts.filter((text) => needs.test(text) && [...detector(text)].length > 0),
  );
  expect(read.map(({ length }) => length)).not.toContain(0);
});

it('docs/explanation/privacy.md has the numbers of the texts, and of those that are missed', async () => {
  const page = await readFile(new URL('../../docs/explanation/privacy.md', import.meta.url), 'utf8');
  const sensitive = await loadSensitive();
  const missed = screenSensitive(sensitive).filter(({ isGone }) => !isGone);
  expect(page).toContain(`Of ${sensitive.length} texts with something in them, ${missed.length} are missed`);
  expect(page).toContain(`Of ${(await loadHarmless()).length} harmless look-alikes`);
});

it.each(['dev', 'held-out'] as const)(
  'personal data: of the %s half at least 95 % is found, and as much of what is found is some',
  async (half) => {
    const texts = await loadPersonal(half);
    expect(new Set(texts.map(({ kind }) => kind))).toEqual(new Set(['none', ...personalKinds]));
    const { precision, recall } = scorePersonal(texts);
    expect([precision, recall].map((share) => share >= 0.95)).toEqual([true, true]);
  },
);

/** The shortest and oddest that the patterns allow. */
const edges = [
  'authorization: basic abcd1234',
  '-----BEGIN PRIVATE KEY-----',
  'card security value: 123',
  'my alarm code is 1234',
  'kennwort Abc123!x',
  'postgres://a:b4c@d',
  '4111 – 1111 – 1111 – 1111',
  '3782 822463 10005',
  'account 1 - - 2 - - 3 of the bank',
  'sort code 12-34-56',
];
