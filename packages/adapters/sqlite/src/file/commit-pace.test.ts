import { expect, test } from 'vitest';
import { CommitPace } from './commit-pace.ts';

/** How many writes each commit has when turns bring so many. */
function commitsOf(pace: CommitPace, turns: readonly number[]): number[] {
  const commits: number[] = [];
  let queued = 0;
  for (const brought of turns) {
    queued += brought;
    if (queued === 0 || pace.waits(queued)) continue;
    commits.push(queued);
    queued = 0;
  }
  return commits;
}

const turns = (count: number, ...each: readonly number[]) => Array.from({ length: count }, () => each).flat();

test('writes that come one a turn share commits, once one of 32 has tried to wait', () => {
  expect(commitsOf(new CommitPace(), turns(31 + 17 * 5, 1))).toEqual([...turns(31, 1), ...turns(5, 17)]);
});

test('writes that come several a turn never wait', () => {
  expect(commitsOf(new CommitPace(), turns(100, 5))).toEqual(turns(100, 5));
});

test('of lone writes one in 32 waits a turn', () => {
  const pace = new CommitPace();
  const waited = turns(320, 1).filter(() => pace.waits(1) && !pace.waits(1));
  expect(waited).toHaveLength(10);
});

test('where turns cease to bring writes, commits cease to wait after one', () => {
  const pace = new CommitPace();
  commitsOf(pace, turns(200, 1));
  expect(commitsOf(pace, [0, 0, 0]).length).toBeLessThanOrEqual(1);
  while (pace.waits(1));
  expect(commitsOf(pace, turns(20, 1, 0))).toEqual(turns(20, 1));
});
