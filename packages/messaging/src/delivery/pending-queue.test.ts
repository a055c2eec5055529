import { describe, expect, it } from 'vitest';
import { PendingQueue, type Waiting } from './pending-queue.ts';

function item(sequence: number, key: string | null = null, visibleAt = 0): Waiting<string> {
  return { sequence, key, visibleAt, attempt: 1, content: `m${sequence}` };
}

function lineOf(ordered: boolean, ...items: Waiting<string>[]): PendingQueue<string> {
  const line = new PendingQueue<string>();
  line.setOrdered(ordered);
  for (const waiting of items) line.add(waiting, 0);
  return line;
}

function takeAll(line: PendingQueue<string>, now = 0): number[] {
  const taken: number[] = [];
  for (let next = line.take(now); next; next = line.take(now)) taken.push(next.sequence);
  return taken;
}

describe('a waiting line', () => {
  it('gives the oldest first, whatever order they came in', () => {
    expect(takeAll(lineOf(true, item(3), item(1), item(2)))).toEqual([1, 2, 3]);
  });

  it('gives one message of a key at a time, and the next when it is released', () => {
    const line = lineOf(true, item(1, 'a'), item(2, 'a'), item(3, 'b'));
    const first = line.take(0);
    expect(takeAll(line)).toEqual([3]);
    if (first) line.release(first);
    expect(takeAll(line)).toEqual([2]);
    expect(line.size).toBe(0);
  });

  it('takes no notice of keys where it is not ordered', () => {
    expect(takeAll(lineOf(false, item(1, 'a'), item(2, 'a')))).toEqual([1, 2]);
  });

  it('lets keys take turns, so that a busy one does not starve the others', () => {
    const line = lineOf(true, item(1, 'busy'), item(2, 'busy'), item(3, 'busy'), item(4, 'quiet'));
    const order: number[] = [];
    for (let next = line.take(0); next; next = line.take(0)) {
      order.push(next.sequence);
      line.release(next);
    }
    expect(order).toEqual([1, 4, 2, 3]);
  });

  it('shows everything that waits, oldest first, and takes out what is named', () => {
    const line = lineOf(true, item(4, 'a'), item(1, 'b', 100), item(3, 'b'), item(2, 'a'), item(5));
    expect(line.waiting().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    const inHand = line.take(0);
    expect(inHand?.sequence).toBe(2);
    expect(line.waiting().map(({ sequence }) => sequence)).toEqual([1, 3, 4, 5]);
    const removed = line.remove(new Set([1, 2, 3, 4]));
    expect(removed.map(({ sequence }) => sequence).toSorted()).toEqual([1, 3, 4]);
    expect([line.size, line.nextTime]).toEqual([1, null]);
    line.add(item(6, 'a'), 0);
    expect(takeAll(line, 100)).toEqual([5]);
    if (inHand) line.release(inHand);
    expect(takeAll(line, 100)).toEqual([6]);
  });

  it('holds back what waits for its time, and nobody else of its key', () => {
    const line = lineOf(true, item(1, 'a', 100), item(2, 'a'));
    expect(line.nextTime).toBe(100);
    expect(line.size).toBe(2);
    const second = line.take(99);
    expect(second?.sequence).toBe(2);
    if (second) line.release(second);
    expect(takeAll(line, 99)).toEqual([]);
    expect(takeAll(line, 100)).toEqual([1]);
    expect(line.nextTime).toBeNull();
  });

  it('keeps what waits when the rule about keys changes', () => {
    const line = lineOf(false, item(1, 'a'), item(2, 'a'), item(3, null, 50));
    line.setOrdered(true);
    expect(takeAll(line)).toEqual([1]);
    expect(line.size).toBe(2);
  });

  it('is empty after clear', () => {
    const line = lineOf(true, item(1, 'a'), item(2, 'b', 50));
    line.clear();
    expect([line.size, line.nextTime, takeAll(line, 100)]).toEqual([0, null, []]);
  });
});
