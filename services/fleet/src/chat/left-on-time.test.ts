import { turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { leftOnTime } from './left-on-time.ts';

/** A server of a chat, and what its user sees of its end. */
function started() {
  const clock = turnedClock();
  const [stop, close] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lines: string[] = [];
  const complain = (line: string) => void lines.push(line);
  const leaving = { environment: { DRAIN_SECONDS: '7' }, complain, clock, stopped: stop.promise };
  const server = leftOnTime({ [Symbol.asyncDispose]: () => close.promise }, leaving);
  let hasEnded = false;
  const end = () => {
    const ended = server[Symbol.asyncDispose]();
    return ended.then(() => {
      hasEnded = true;
    });
  };
  return { clock, lines, stop, close, end, hasEnded: () => hasEnded };
}

it('leaves in silence where nothing has to be waited for', async () => {
  const { clock, lines, close, end } = started();
  const ended = end();
  close.resolve();
  await ended;
  await clock.advance(60_000);
  expect([lines, clock.sleepers]).toEqual([[], 0]);
});

it('says what it waits for, once, and leaves at once by a Ctrl-C', async () => {
  const { clock, lines, stop, end, hasEnded } = started();
  const ended = end();
  await clock.advance(60_000);
  expect(lines).toEqual([expect.stringMatching(/7 s at most. Ctrl-C leaves at once/)]);
  expect(hasEnded()).toBe(false);
  stop.resolve();
  await ended;
});

it('closes in order after a signal that came before: another one ends the process by itself', async () => {
  const { clock, stop, close, end, hasEnded } = started();
  stop.resolve();
  await stop.promise;
  const ended = end();
  await clock.advance(60_000);
  expect(hasEnded()).toBe(false);
  close.resolve();
  await ended;
});
