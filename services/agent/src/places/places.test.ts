import { scopeOf, systemClock } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { createPlaces, type Places } from './places.ts';
import { waitHere } from './wait-here.ts';

const request = {
  scope: scopeOf({ workspace: 'default', user: 'u1', collection: 'default' }),
  invocation: { invocationId: 'inv_1', conversationId: 'c', isNewConversation: true, requestId: 'r', startedAt: '' },
  key: 'k',
};
const ofAll = (most: number) => ({ most, mostOfUser: most });
const never = new AbortController().signal;

/** What became free is for those who have waited, until none has a claim to it. */
function expectFreeAfterTurn(places: Places): void {
  expect(places.enter(request.scope)).toBeNull();
  const turn = places.take(request.scope);
  expect(turn).not.toBeNull();
  turn?.[Symbol.dispose]();
  places.open();
  expect(places.enter(request.scope)).not.toBeNull();
}

test('who arrives gets none while others have a claim to what became free', () => {
  const places = createPlaces(ofAll(1), () => undefined);
  places.enter(request.scope)?.[Symbol.dispose]();
  expectFreeAfterTurn(places);
});

test('those who run and those who wait are counted', async () => {
  const counts: string[] = [];
  const places = createPlaces(ofAll(2), (running, pending) => counts.push(`${running} ${pending}`));
  const place = places.enter(request.scope);
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
  const places = createPlaces(ofAll(1), () => undefined);
  const waiting = waitHere(places, request);
  const left = new AbortController();
  const given = waiting.within(systemClock, 60_000, left.signal);
  const [who] = places.waiting;
  const place = places.take(request.scope);
  left.abort(new Error('gone'));
  if (place) expect(who?.give(place)).toBe(true);
  await expect(given).rejects.toThrow('gone');
  expect(places.isFree).toBe(false);
  waiting[Symbol.dispose]();
  expect(places.isFree).toBe(true);
});

test('a user who has as many as one user may have leaves the others to other users, and gets the next that they give back', () => {
  const places = createPlaces({ most: 3, mostOfUser: 1 }, () => undefined);
  const other = scopeOf({ ...request.scope, user: 'u2' });
  const first = places.enter(request.scope);
  expect(places.enter(scopeOf({ ...request.scope, collection: 'another' }))).toBeNull();
  expect([places.isFree, places.isFreeFor(request.scope), places.isFreeFor(other)]).toEqual([true, false, true]);
  expect(places.enter(other)).not.toBeNull();
  first?.[Symbol.dispose]();
  // Somebody of theirs may have waited for it.
  expectFreeAfterTurn(places);
});
