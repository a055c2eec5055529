import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type TestFleet, type TurnedClock, turnedClock } from '@agent-mem/testing';
import { type Asked, answerOf } from '../answers.ts';
import { deadLettersOf, replayDeadLetters } from '../dead-letters.ts';
import { detailOf } from '../details.ts';
import type { Expected } from '../fixtures.ts';
import { openApart, openInterrupted, openSettled } from '../open.ts';
import { shellReplies } from '../shell.ts';
import { storyOf } from '../story.ts';
import type { Checkout } from './checkout.ts';
import { killedAt } from './interrupted.ts';
import { interruptedQuestions, settledQuestions } from './questions.ts';

export const settledAt = Date.parse('2026-03-10T10:00:00Z');
const apartAt = Date.parse('2026-03-14T09:01:00Z');

/** More than any wait of what was left. Turned twice, it is less than the time after which maintenance does the work of a lost event. */
const turnedSeconds = 200;

export async function expectSettled(checkout: Checkout, folder: string, erasedId: string): Promise<Expected['settled']> {
  await using fleet = await openSettled(checkout.startFleet, folder, turnedClock(settledAt));
  await fleet.settled();
  const asked = await askAll(fleet, await settledQuestions(fleet, erasedId));
  const details = [await detailOf(fleet, 'pump_log_7k2p', 'pressure'), await detailOf(fleet, 'lamps_x31m', 'kitchen')];
  return { at: settledAt, asked, details: details.filter((detail) => detail !== null) };
}

export async function expectInterrupted(checkout: Checkout, folder: string): Promise<Expected['interrupted']> {
  const at = Date.parse(killedAt);
  const clock = turnedClock(at);
  // Before anything is worked off.
  const repliesBefore = await repliesOf(checkout, folder, clock);
  await using fleet = await openInterrupted(checkout.startFleet, folder, clock);
  const deadLetters = await deadLettersOf(fleet);
  await replayDeadLetters(fleet);
  const seen = await seenAtLast(clock, async () => ({ story: await storyOf(fleet), replies: await shellReplies(fleet) }));
  const asked = await askAll(fleet, interruptedQuestions);
  return { at, deadLetters, repliesBefore, ...seen, asked };
}

export async function expectApart(checkout: Checkout, folder: string): Promise<Expected['apart']> {
  const clock = turnedClock(apartAt);
  await using fleet = await openApart(checkout.startFleet, folder, clock);
  return { at: apartAt, story: await seenAtLast(clock, () => storyOf(fleet)) };
}

/** Without the services that would go on. */
async function repliesOf(checkout: Checkout, folder: string, clock: TurnedClock): Promise<readonly unknown[][]> {
  await using fleet = await checkout.startFleet({ bus: 'sqlite', directory: folder, services: ['graph'], clock });
  return shellReplies(fleet);
}

export async function askAll(fleet: TestFleet, questions: readonly Omit<Asked, 'answer'>[]): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const question of questions) asked.push({ ...question, answer: await answerOf(fleet, question) });
  return asked;
}

/** Turns the clock until nothing changes any more. */
async function seenAtLast<Seen>(clock: TurnedClock, look: () => Promise<Seen>): Promise<Seen> {
  for (let seen: Seen | null = null; ; ) {
    for (let second = 0; second < turnedSeconds; second += 1) {
      await clock.advance(1_000);
      await nextTurn();
    }
    const now = await look();
    if (isDeepStrictEqual(now, seen)) return now;
    seen = now;
  }
}
