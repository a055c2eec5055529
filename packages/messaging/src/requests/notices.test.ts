import { systemClock } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { createCaller, createMemoryBus, defaultTimeoutMs, publishNotice } from '../index.ts';

it('reaches the client that listens for its id, and is no answer to a request', async () => {
  await using bus = createMemoryBus();
  await using client = await createCaller(bus, { clientId: 'one', clock: systemClock });
  await using other = await createCaller(bus, { clientId: 'two', clock: systemClock });
  using listener = client.notices.listen(['msg_1', 'msg_2']);
  using elsewhere = other.notices.listen(['msg_1']);
  await publishNotice(bus, client.notices.client, 'msg_3');
  await publishNotice(bus, client.notices.client, 'msg_1');
  await listener.after(0);
  expect(listener.received).toBe(1);
  const second = listener.after(1);
  await publishNotice(bus, client.notices.client, 'msg_2');
  await second;
  await bus.settled();
  expect([listener.received, elsewhere.received]).toEqual([2, 0]);
});

it('that came before it is asked for is not missed', async () => {
  await using bus = createMemoryBus();
  await using client = await createCaller(bus, { clientId: 'one', clock: systemClock });
  using listener = client.notices.listen(['msg_1']);
  const { received } = listener;
  await publishNotice(bus, 'one', 'msg_1');
  await bus.settled();
  await listener.after(received);
  expect(listener.received).toBe(1);
});

it('a request that asks its service to wait has so much more time by default', () => {
  expect([{}, { wait_ms: 5_000 }, { wait_ms: '5000' }, { wait_ms: -1 }, null].map(defaultTimeoutMs)).toEqual([
    10_000, 15_000, 10_000, 10_000, 10_000,
  ]);
});
