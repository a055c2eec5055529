import { expect, it } from 'vitest';
import { measureTalks, runContext } from './run.ts';
import { measureSpeed } from './speed.ts';

it('says how much of the evidence stands in what is shown', { timeout: 120_000 }, async () => {
  const topics = ['apples', 'boats', 'cats', 'doors', 'eggs', 'flags', 'goats', 'hats', 'inks', 'jams'];
  const turns = topics.map((topic, index) => ({
    id: `D1:${index + 1}`,
    speaker: 'Ann',
    text: `We spoke of ${topic} for a long while and of nothing else that day`,
    caption: '',
    timestamp: new Date(Date.UTC(2026, 1, 1, 12, index)).toISOString(),
  }));
  const questions = [{ text: 'When did you speak of boats?', evidence: new Set(['D1:2']), category: 4 }];
  const report = await measureTalks([{ name: 'small', samples: [{ id: 'one', turns, questions }] }], [60, 2_000]);
  const sharesOf = (way: string) => {
    const row = report.split('\n').find((line) => line.includes(`| ${way}`)) ?? '';
    return row.split(' | ').slice(-2).map(Number.parseFloat);
  };
  expect(sharesOf('everything by recency')).toEqual([0, 1]);
  expect(sharesOf('conversations.BuildContext')).toEqual([1, 1]);
  expect(sharesOf('the agent’s conversation tier')[1]).toBe(1);
});

it('says how long it takes', { timeout: 120_000 }, async () => {
  const report = await measureSpeed(30, 3);
  expect(report.split('\n').filter((line) => line.startsWith('| 30 |'))).toHaveLength(4);
  expect(report).not.toMatch(/NaN|undefined/);
});

it('refuses what it does not know', async () => {
  await expect(runContext(['a', 'b'])).rejects.toThrow('Usage: npm run bench -- context');
});
