import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRequestsFirst } from './requests-first.ts';

const never = { mostMs: 2 ** 30, share: 1, mostRestMs: 0 };
const soon = { mostMs: 1, share: 1, mostRestMs: 0 };

it('work waits until every request under way is over, and begins in the turn after that', async () => {
  const first = createRequestsFirst(never);
  const [one, other] = [first.request(), first.request()];
  let isOn = false;
  const work = first.turn().then(() => {
    isOn = true;
  });
  one[Symbol.dispose]();
  one[Symbol.dispose]();
  await nextTurn();
  expect(isOn).toBe(false);
  other[Symbol.dispose]();
  await Promise.resolve();
  expect(isOn).toBe(false);
  await work;
});

it('work waits for the request that came between', async () => {
  const first = createRequestsFirst(never);
  const before = first.request();
  let isOn = false;
  const work = first.turn().then(() => {
    isOn = true;
  });
  before[Symbol.dispose]();
  const next = first.request();
  await nextTurn();
  expect(isOn).toBe(false);
  next[Symbol.dispose]();
  await work;
});

it('work does not wait where nothing is asked, nor without end where something always is', async () => {
  const first = createRequestsFirst(soon);
  await first.turn();
  using _ = first.request();
  await first.turn();
});

it('each work has a turn of its own, after which others are heard', async () => {
  const first = createRequestsFirst(soon);
  const order: string[] = [];
  const works = ['one', 'two', 'three'].map((name) => first.turn().then(() => order.push(name)));
  const others = (async () => {
    while (order.length < 3) {
      await nextTurn();
      order.push('other');
    }
  })();
  await Promise.all([...works, others]);
  expect(order.slice(order.indexOf('one')).join(' ')).toMatch(/^one( other)+ two( other)+ three/);
});

it('beside requests all work has its share of the time', async () => {
  const first = createRequestsFirst({ mostMs: 0, share: 1 / 5, mostRestMs: 1_000 });
  using _ = first.request();
  await first.turn();
  const [began, longMs] = [performance.now(), 20];
  while (performance.now() - began < longMs);
  const over = performance.now();
  await first.turn();
  expect(performance.now() - over).toBeGreaterThan(longMs * 3.5);
});

it('one long piece of work holds back the next no longer than the longest rest', async () => {
  const first = createRequestsFirst({ mostMs: 0, share: 1e-6, mostRestMs: 1 });
  using _ = first.request();
  await first.turn();
  const began = performance.now();
  while (performance.now() - began < 1);
  await first.turn();
});
