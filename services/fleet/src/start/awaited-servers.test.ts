import { OperationError } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { StartFailed } from '../refusal.ts';
import { AwaitedServers, isRefusal } from './awaited-servers.ts';

const away = new OperationError('unavailable', 'It cannot be reached');

function waiting() {
  const clock = turnedClock(0);
  const said: string[] = [];
  const say = (_fields: object, sentence: string) => void said.push(sentence);
  const log = { debug: say, info: say, warn: say, error: say, child: () => log };
  const stop = new AbortController();
  return { servers: new AwaitedServers({ clock, log, signal: stop.signal }), clock, said, stop };
}

it('asks a server again each second until it answers, and says when it begins to wait and when that is over', async () => {
  const { servers, clock, said } = waiting();
  const attempt = vi.fn(async () => {
    if (clock.now() < 3_000) throw away;
    return 'there';
  });
  const reached = servers.reached('bus', attempt);
  await servers.begun;
  await clock.advance(2_999);
  expect([attempt.mock.calls.length, servers.reasons, said]).toEqual([
    3,
    ['bus: It cannot be reached'],
    ['A server cannot be reached; the program waits for it'],
  ]);
  await clock.advance(1);
  expect(await reached).toBe('there');
  expect(servers.reasons).toEqual([]);
  expect(said).toEqual(['A server cannot be reached; the program waits for it', 'The server is there']);
});

it('says nothing of a server that answers at once', async () => {
  const { servers, said } = waiting();
  await servers.reached('bus', async () => 'there');
  expect(said).toEqual([]);
});

it.each([
  ['a refusal', new OperationError('not-found', 'run the command init')],
  ['what nobody foresaw', new TypeError('bug')],
])('ends with %s, also after it has waited', async (_what, error) => {
  const { servers, clock } = waiting();
  const reached = servers.reached('bus', async () => {
    throw clock.now() < 1_000 ? away : error;
  });
  const ended = expect(reached).rejects.toBe(error);
  await clock.advance(1_000);
  await ended;
});

it('a store ends it only by refusing us, and not by what it answers while it starts', () => {
  expect(isRefusal(new OperationError('unauthenticated', ''))).toBe(true);
  expect(isRefusal(new OperationError('failed-precondition', ''))).toBe(true);
  expect(isRefusal(new OperationError('not-found', ''))).toBe(false);
  expect(isRefusal(new OperationError('internal', ''))).toBe(false);
});

it('ends after the longest wait, and says how long it was', async () => {
  const { servers, clock } = waiting();
  const reached = servers.reached('bus', () => Promise.reject(away), { waitMs: 2_000 });
  const ended = expect(reached).rejects.toEqual(new StartFailed('It cannot be reached (tried for 2 s)'));
  await clock.advance(2_000);
  await ended;
});

it.each([
  ['between two attempts', () => Promise.reject(away)],
  ['in the middle of one', () => new Promise<never>(() => undefined)],
])('ends by its signal %s', async (_when, attempt) => {
  const { servers, clock, stop } = waiting();
  const reached = servers.reached('bus', attempt);
  const ended = expect(reached).rejects.toThrow('stop');
  await clock.advance(500);
  stop.abort(new Error('stop'));
  await ended;
});
