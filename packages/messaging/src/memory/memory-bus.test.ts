import { serviceTopic } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { describeBus } from '../contract-suite/index.ts';
import { createMemoryBus } from './memory-bus.ts';

describeBus('the bus in memory', async () => {
  const bus = createMemoryBus();
  return { bus, dispose: () => bus[Symbol.asyncDispose]() };
});

test('a backlog is as old as the message that fell due first', async () => {
  const clock = turnedClock(Date.parse('2026-05-07T10:00:00Z'));
  await using bus = createMemoryBus({ clock });
  const topic = serviceTopic('facts', 'command');
  await bus.ensureSubscription(topic, 'facts');
  const seconds = () => bus.backlogs?.().map((backlog) => backlog.seconds);
  expect(seconds()).toEqual([0]);
  await bus.publish(topic, { payload: 'later', deliverAfterMs: 60_000 });
  await clock.advance(50_000);
  await bus.publish(topic, { payload: 'now' });
  expect(seconds()).toEqual([0]);
  await clock.advance(30_000);
  expect(seconds()).toEqual([30]);
});
