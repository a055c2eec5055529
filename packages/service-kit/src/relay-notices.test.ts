import { systemClock } from '@agent-mem/contract';
import { createCaller, createMemoryBus } from '@agent-mem/messaging';
import { recordedLog } from '@agent-mem/testing/kit';
import { expect, it, vi } from 'vitest';
import { relayNotices } from './relay-notices.ts';

const { log } = recordedLog();

it('wake the process they are sent to, each time, and no other', async () => {
  await using bus = createMemoryBus();
  const wakes = { one: vi.fn(), two: vi.fn() };
  await using one = await createCaller(bus, { clientId: 'one', clock: systemClock });
  await using two = await createCaller(bus, { clientId: 'two', clock: systemClock });
  const ofOne = relayNotices({ bus, notices: one.notices, log });
  using _one = ofOne.listen(wakes.one);
  using _two = relayNotices({ bus, notices: two.notices, log }).listen(wakes.two);
  for (const times of [1, 2, 3]) {
    ofOne.send('two');
    await vi.waitFor(() => expect(wakes.two).toHaveBeenCalledTimes(times));
  }
  expect(wakes.one).not.toHaveBeenCalled();
});

it('are one while one is on its way, and one more for all that came meanwhile', async () => {
  await using bus = createMemoryBus();
  await using caller = await createCaller(bus, { clientId: 'one', clock: systemClock });
  const gate = Promise.withResolvers<void>();
  const publish = vi.spyOn(bus, 'publish').mockReturnValueOnce(gate.promise);
  const { send } = relayNotices({ bus, notices: caller.notices, log });
  for (let commits = 0; commits < 100; commits += 1) send('two');
  gate.resolve();
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(2));
  send('two');
  expect(publish).toHaveBeenCalledTimes(3);
});

it('that cannot be sent are tried again with the next commit, and hold nothing up', async () => {
  await using bus = createMemoryBus();
  await using caller = await createCaller(bus, { clientId: 'one', clock: systemClock });
  const publish = vi.spyOn(bus, 'publish').mockRejectedValueOnce(new Error('no broker'));
  const { send } = relayNotices({ bus, notices: caller.notices, log });
  send('two');
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => {
    send('two');
    expect(publish.mock.calls.length).toBeGreaterThan(1);
  });
});

it('are heard no more by a process that stops listening, or has given up its reply topic', async () => {
  await using bus = createMemoryBus();
  const wake = vi.fn();
  await using sender = await createCaller(bus, { clientId: 'sender', clock: systemClock });
  const { send } = relayNotices({ bus, notices: sender.notices, log });
  const caller = await createCaller(bus, { clientId: 'one', clock: systemClock });
  const notices = relayNotices({ bus, notices: caller.notices, log });
  notices.listen(wake)[Symbol.dispose]();
  send('one');
  await bus.settled();
  expect(wake).not.toHaveBeenCalled();
  using _ = notices.listen(wake);
  await caller[Symbol.asyncDispose]();
  const before = wake.mock.calls.length;
  expect(before).toBeLessThanOrEqual(1);
  send('one');
  await bus.settled();
  expect(wake).toHaveBeenCalledTimes(before);
});
