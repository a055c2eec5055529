import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Turns on a clock and rounds that the test turns. */
function start() {
  let now = 0;
  const rounds: (() => Promise<void>)[] = [];
  const begun: string[] = [];
  const turns = createTurns({ now: () => now, nextRound: (go) => void rounds.push(go) });
  return {
    turns,
    begun,
    pass: (ms: number) => {
      now += ms;
    },
    /** A request that begins when it has its turn, and then takes so many milliseconds. */
    ask(scope: string, ms: number) {
      void turns.take(scope).then(() => {
        begun.push(scope);
        now += ms;
      });
    },
    async round() {
      for (const go of rounds.splice(0)) await go();
    },
    /** What waits for nothing but its turn goes on. */
    settle: () => new Promise<void>((resolve) => process.nextTick(resolve)),
  };
}

test('a process that has time begins a request at once', async () => {
  const { ask, begun, settle } = start();
  ask('anne', 1);
  await settle();
  expect(begun).toEqual(['anne']);
});

test('when a round has taken long enough others begin in the next ones, a scope after the other', async () => {
  const { ask, begun, settle, round } = start();
  ask('busy', 100);
  await settle();
  for (let index = 0; index < 5; index += 1) ask('busy', 100);
  ask('quiet', 1);
  await settle();
  expect(begun).toEqual(['busy']);
  await round();
  await round();
  expect(begun).toEqual(['busy', 'busy', 'quiet', 'busy']);
});

test('a round begins as many as it has time for', async () => {
  const { ask, begun, settle, round } = start();
  ask('busy', 100);
  await settle();
  for (let index = 0; index < 20; index += 1) ask('busy', 3);
  await round();
  expect(begun).toHaveLength(4);
});

test('while connections come a round begins one request, so that the kernel hands over the next', async () => {
  const { turns, ask, begun, settle, round } = start();
  turns.connected();
  for (let index = 0; index < 3; index += 1) ask('anne', 1);
  await settle();
  expect(begun).toEqual([]);
  await round();
  expect(begun).toEqual(['anne']);
  await round();
  expect(begun).toEqual(['anne', 'anne', 'anne']);
});
