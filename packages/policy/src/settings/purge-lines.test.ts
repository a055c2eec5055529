import { createMemoryGraph } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { expect, it } from 'vitest';
import { isErased, meetPurges, purgeLinesOf } from './purge-lines.ts';
import { purgeMarkId } from './purge-mark-ids.ts';

const monthMs = 30 * 24 * 60 * 60 * 1000;

async function markedAt(purgedBefore: (now: number) => number) {
  const clock = turnedClock();
  const graph = createMemoryGraph({ clock });
  const at = new Date(clock.now()).toISOString();
  const properties = { purged_before: purgedBefore(clock.now()) };
  await graph.commit(scope, { nodes: [{ id: purgeMarkId(null), kind: 'PurgeMark', createdAt: at, updatedAt: at, properties }] });
  const stored = async () => purgeLinesOf(scope, await graph.get(scope, [purgeMarkId(null)]));
  /** What a request does that comes now. */
  const met = async () => meetPurges(graph, await stored(), clock.now());
  const erases = async (sentAt: number) => isErased(await met(), sentAt, clock.now());
  return { clock, graph, stored, met, erases };
}

it('a purge that was made while a clock was a month ahead refuses what was sent before its mark was met, and nothing newer', async () => {
  const { clock, erases } = await markedAt((now) => now + monthMs);
  const before = clock.now();
  await clock.advance(1_000);
  const met = clock.now();
  expect(await erases(before)).toBe(true);
  await clock.advance(1_000);
  expect([await erases(clock.now()), await erases(met + 1)]).toEqual([false, false]);
  // However late it comes.
  await clock.advance(monthMs / 2);
  expect([await erases(before), await erases(clock.now() - 1_000)]).toEqual([true, false]);
  await clock.advance(monthMs);
  expect([await erases(before), await erases(clock.now())]).toEqual([true, false]);
});

it('what was sent while the clock was ahead is compared by that clock', async () => {
  const { clock, erases } = await markedAt((now) => now + monthMs);
  expect([await erases(clock.now() + monthMs - 1), await erases(clock.now() + monthMs + 1)]).toEqual([true, false]);
});

it('clocks that differ by seconds move the line by as much', async () => {
  const { clock, stored, erases } = await markedAt((now) => now + 5_000);
  expect([await erases(clock.now()), await erases(clock.now() + 5_000)]).toEqual([true, false]);
  expect(await stored()).toMatchObject([{ metAt: 0 }]);
});

it('a mark is met once, by whichever request is the first', async () => {
  const { clock, stored, met } = await markedAt((now) => now + monthMs);
  const first = clock.now();
  await Promise.all([met(), met()]);
  await clock.advance(1_000);
  await met();
  expect(await stored()).toMatchObject([{ metAt: first }]);
});
