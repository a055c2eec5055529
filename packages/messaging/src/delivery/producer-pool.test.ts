import { OperationError, type Topic } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { type PooledProducer, ProducerPool } from './producer-pool.ts';

const minuteMs = 60_000;

function topic(name: string | number): Topic {
  return { lane: 'reply', name: String(name), persistent: false };
}

/** A pool of producers that do nothing, with the names of those that were opened and closed. */
function pool(refused: string | null = null) {
  const clock = turnedClock();
  const opened: string[] = [];
  const closed: string[] = [];
  const make = ({ name }: Topic) => ({
    busy: false,
    usedAt: clock.now(),
    async open() {
      opened.push(name);
      if (name === refused) throw new OperationError('permission-denied', 'not for you');
    },
    async [Symbol.asyncDispose]() {
      closed.push(name);
    },
  });
  return { clock, opened, closed, producers: new ProducerPool<PooledProducer & { busy: boolean; usedAt: number }>(make, clock) };
}

it('has one producer a topic, and closes those that were idle for five minutes', async () => {
  const { clock, producers, opened, closed } = pool();
  const [idle, busy, used] = [topic('idle'), topic('busy'), topic('used')].map((each) => producers.of(each));
  expect(producers.of(topic('idle'))).toBe(idle);
  expect(opened).toEqual(['idle', 'busy', 'used']);
  if (busy) busy.busy = true;
  await clock.advance(4 * minuteMs);
  if (used) used.usedAt = clock.now();
  await clock.advance(2 * minuteMs);
  expect(closed).toEqual(['idle']);
  expect(producers.busy).toBe(true);
  producers.of(topic('idle'));
  expect(opened).toHaveLength(4);
  await producers[Symbol.asyncDispose]();
  expect(closed.toSorted()).toEqual(['busy', 'idle', 'idle', 'used']);
  expect(clock.sleepers).toBe(0);
});

it('closes the longest idle one when there are too many', async () => {
  const { clock, producers, closed } = pool();
  for (let number = 0; number < 500; number += 1) {
    producers.of(topic(number));
    await clock.advance(1);
  }
  producers.of(topic(0)).usedAt = clock.now();
  producers.of(topic('one more'));
  expect(closed).toEqual(['1']);
});

it('forgets one that the broker refuses', async () => {
  const { clock, producers, opened } = pool('forbidden');
  producers.of(topic('forbidden'));
  await clock.advance(1);
  producers.of(topic('forbidden'));
  expect(opened).toEqual(['forbidden', 'forbidden']);
});
