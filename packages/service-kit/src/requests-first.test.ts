import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRequestsFirst } from './requests-first.ts';

const never = 2 ** 30;

it('an event waits until every request under way is over, and goes on in the turn after that', async () => {
  const first = createRequestsFirst(never);
  const [one, other] = [first.request(), first.request()];
  let isOn = false;
  const event = first.turn().then(() => {
    isOn = true;
  });
  one[Symbol.dispose]();
  one[Symbol.dispose]();
  await nextTurn();
  expect(isOn).toBe(false);
  other[Symbol.dispose]();
  await Promise.resolve();
  expect(isOn).toBe(false);
  await event;
});

it('an event waits for the request that came between', async () => {
  const first = createRequestsFirst(never);
  const before = first.request();
  let isOn = false;
  const event = first.turn().then(() => {
    isOn = true;
  });
  before[Symbol.dispose]();
  const next = first.request();
  await nextTurn();
  expect(isOn).toBe(false);
  next[Symbol.dispose]();
  await event;
});

it('an event does not wait where nothing is asked, nor without end where something always is', async () => {
  const first = createRequestsFirst(1);
  await first.turn();
  using _ = first.request();
  await first.turn();
});
