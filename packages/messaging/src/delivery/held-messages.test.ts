import { OperationError, serviceTopic } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { HeldMessages } from './held-messages.ts';

it('acknowledges an unreadable message by the connection that it came by last, once its dead letter is stored', async () => {
  const clock = turnedClock();
  const acknowledged: string[] = [];
  const publish = vi.fn().mockRejectedValueOnce(new OperationError('unavailable', 'The broker is away'));
  const held = new HeldMessages<string>(
    { topic: serviceTopic('facts', 'command'), options: { name: 'facts', type: 'key-shared' }, handle: async () => {} },
    { acknowledge: (origin) => void acknowledged.push(origin), giveBack: () => {}, holds: (origin) => origin === 'second' },
    {
      clock,
      random: () => 0,
      log: { warn: () => {} },
      changed: () => {},
      publish,
      ensureSubscription: async () => {},
      readAll: async () => {},
    },
  );
  const message = { id: 'm', payload: '?', properties: {}, key: null, publishedAt: 0 };
  held.refuse(message, 'first', 'It is not UTF-8');
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
  held.lost();
  held.refuse(message, 'second', 'It is not UTF-8');
  await vi.waitFor(async () => {
    await clock.advance(1_000);
    expect(acknowledged).toEqual(['second']);
  }, 5_000);
  expect(publish).toHaveBeenCalledTimes(2);
  await held[Symbol.asyncDispose]();
});
