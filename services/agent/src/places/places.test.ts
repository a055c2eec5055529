import { scopeOf, systemClock } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';
import { waitHere } from './wait-here.ts';

const request = {
  scope: scopeOf({ workspace: 'default', user: 'u1', collection: 'default' }),
  invocation: { invocationId: 'inv_1', conversationId: 'c', isNewConversation: true, requestId: 'r', startedAt: '' },
  key: 'k',
};
const never = new AbortController().signal;

test('who arrives gets none while others have a claim to what became free', () => {
  const places = createPlaces(1, () => undefined);
  places.enter()?.[Symbol.dispose]();
  expect(places.enter()).toBeNull();
  const turn = places.take();
  expect(turn).not.toBeNull();
  turn?.[Symbol.dispose]();
  places.open();
  expect(places.enter()).not.toBeNull();
});

test('those who run and those who wait are counted', async () => {
  const counts: string[] = [];
  const places = createPlaces(2, (running, pending) => counts.push(`${running} ${pending}`));
  const place = places.enter();
  const waiting = waitHere(places, request);
  const given = waiting.within(systemClock, 60_000, never);
  expect(counts.at(-1)).toBe('1 1');
  const [who] = places.waiting;
  if (place) who?.give(place);
  expect(await given).toBe(place);
  expect(counts.at(-1)).toBe('1 0');
  place?.[Symbol.dispose]();
  expect(counts.at(-1)).toBe('0 0');
});

test('a place that was given to one who has left comes back', async () => {
  const places = createPlaces(1, () => undefined);
  const waiting = waitHere(places, request);
  const left = new AbortController();
  const given = waiting.within(systemClock, 60_000, left.signal);
  const [who] = places.waiting;
  const place = places.take();
  left.abort(new Error('gone'));
  if (place) expect(who?.give(place)).toBe(true);
  await expect(given).rejects.toThrow('gone');
  expect(places.isFree).toBe(false);
  waiting[Symbol.dispose]();
  expect(places.isFree).toBe(true);
});
