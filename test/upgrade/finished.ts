import { setImmediate as nextTurn } from 'node:timers/promises';
import { hostedServices } from '@agent-mem/fleet';
import { checkStores } from '@agent-mem/maintenance';
import { startFleet, type TestFleet, type TurnedClock, turnedClock } from '@agent-mem/testing';
import { expect, vi } from 'vitest';
import { deadLettersOf, replayDeadLetters } from './dead-letters.ts';
import type { Expected } from './fixtures.ts';
import { openInterrupted } from './open.ts';
import { shellReplies } from './shell.ts';
import { storyOf } from './story.ts';

/** Opens a folder whose process was killed in the middle of everything, and waits until all of it is worked off as expected; then calls `also`. */
export async function expectFinished(
  directory: string,
  interrupted: Expected['interrupted'],
  also: (fleet: TestFleet) => Promise<void> = async () => undefined,
): Promise<void> {
  const clock = turnedClock(interrupted.at);
  {
    // The agent does not run here, so it cannot send more.
    await using idle = await startFleet({ bus: 'sqlite', directory, services: ['graph'], clock });
    expect(await shellReplies(idle)).toEqual(interrupted.repliesBefore);
  }
  await using fleet = await openInterrupted(startFleet, directory, clock);
  expect(await deadLettersOf(fleet)).toEqual(interrupted.deadLetters);
  await replayDeadLetters(fleet);
  await eventually(clock, async () => {
    expect(await storyOf(fleet)).toEqual(interrupted.story);
    expect(byRequest(await shellReplies(fleet))).toEqual(byRequest(interrupted.replies));
    expect(await deadLettersOf(fleet)).toEqual([]);
    expect(await indexLag(fleet)).toMatchObject({ nodes: 0 });
  });
  await also(fleet);
  expect(await disagreements(fleet, clock)).toEqual([]);
}

/** Later, maintenance would do the work of an event that was lost. */
const mostSeconds = 300;

/** Turns the clock second by second until it holds. */
export function eventually(clock: TurnedClock, holds: () => Promise<void>): Promise<void> {
  const until = clock.now() + mostSeconds * 1_000;
  return vi.waitFor(
    async () => {
      for (let second = 0; second < 5 && clock.now() < until; second += 1) {
        await clock.advance(1_000);
        await nextTurn();
      }
      await holds();
    },
    { timeout: 120_000, interval: 10 },
  );
}

/** What the stores disagree on. */
export async function disagreements({ ports }: TestFleet, clock: TurnedClock): Promise<readonly object[]> {
  const { services } = await hostedServices([]);
  let isOver = false;
  const found = Array.fromAsync(checkStores({ services, ports })).finally(() => {
    isOver = true;
  });
  // The check looks again at what it suspects, two seconds later.
  while (!isOver) await clock.advance(1_000);
  return found;
}

/** Frames of one request have an order, requests among each other have none. */
function byRequest(replies: readonly unknown[][]): object {
  return Object.fromEntries(Map.groupBy(replies, ([id]) => id));
}

async function indexLag({ httpUrl }: TestFleet): Promise<unknown> {
  const response = await fetch(`${httpUrl}/health/ready`);
  return ((await response.json()) as { index_lag: unknown }).index_lag;
}
