import { expect, it } from 'vitest';
import { measureSummaries, runSummaries } from './run.ts';
import { loadPlanted, talksOf } from './talk.ts';

it('every fact is said once in its talk, in words that hold what is asked for', async () => {
  const planted = await loadPlanted();
  const talks = talksOf(planted, 40);
  expect(talks.flatMap((talk) => talk.planted)).toEqual(planted);
  for (const talk of talks)
    for (const { text, key } of talk.planted) {
      expect(text.toLowerCase()).toContain(key.toLowerCase());
      expect(talk.messages.filter(({ content }) => content.includes(text))).toHaveLength(1);
    }
  expect(talksOf(planted, 40)).toEqual(talks);
});

it('says what a summary still answers', { timeout: 120_000 }, async () => {
  const report = await measureSummaries((await loadPlanted()).slice(0, 5), [40]);
  const [share, opened] = (report.split('\n').at(-1) ?? '').split(' | ').slice(5, 7).map(Number);
  expect(share).toBeGreaterThanOrEqual(0);
  // All of a talk that is too short for parts is opened.
  expect(opened).toBe(1);
});

it('refuses what it does not know', async () => {
  await expect(runSummaries(['x'])).rejects.toThrow('Usage: npm run bench -- summaries');
});
