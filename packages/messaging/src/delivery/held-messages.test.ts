import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperationError, serviceTopic } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import type { Handle } from '../bus.ts';
import type { AttemptStore } from './attempt-record.ts';
import { type BrokerEnd, HeldMessages, type HeldMessagesEnvironment } from './held-messages.ts';

const message = { id: 'm', payload: '?', properties: {}, key: null, publishedAt: 0 };

/** A member on a broker of which nothing is real. */
function heldMessages(
  end: Partial<BrokerEnd<string>>,
  environment: Partial<HeldMessagesEnvironment>,
  handle: Handle = async () => {},
) {
  const clock = turnedClock();
  const held = new HeldMessages<string>(
    { topic: serviceTopic('facts', 'command'), options: { name: 'facts', type: 'key-shared' }, handle },
    { acknowledge: () => {}, giveBack: () => {}, holds: () => true, ...end },
    {
      clock,
      random: () => 0,
      log: { warn: () => {} },
      changed: () => {},
      publish: async () => {},
      ensureSubscription: async () => {},
      readAll: async () => {},
      ...environment,
    },
  );
  return { clock, held };
}

it('acknowledges an unreadable message by the connection that it came by last, once its dead letter is stored', async () => {
  const acknowledged: string[] = [];
  const publish = vi.fn().mockRejectedValueOnce(new OperationError('unavailable', 'The broker is away'));
  const { clock, held } = heldMessages(
    { acknowledge: (origin) => void acknowledged.push(origin), holds: (origin) => origin === 'second' },
    { publish },
  );
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

it('closes once a dead letter under way is stored and its message acknowledged: another member would make a second one', async () => {
  const order: string[] = [];
  const publish = async () => {
    await nextTurn();
    order.push('stored');
  };
  const { held } = heldMessages({ acknowledge: () => void order.push('acknowledged') }, { publish });
  held.refuse(message, 'first', 'It is not UTF-8');
  await held[Symbol.asyncDispose]();
  order.push('closed');
  expect(order).toEqual(['stored', 'acknowledged', 'closed']);
});

it('gives back what waits for the record of attempts when it closes before the record is read', async () => {
  const giveBack = vi.fn();
  const readAll = vi.fn(() => new Promise<void>(() => {}));
  const { held } = heldMessages({ giveBack }, { readAll });
  // Published before the member joined, so it may have been begun by a process that is gone.
  held.arrive(message, 'first');
  await vi.waitFor(() => expect(readAll).toHaveBeenCalled());
  await held[Symbol.asyncDispose]();
  expect(giveBack.mock.calls).toEqual([['first']]);
  expect(held.size).toBe(0);
});

it('gives no handler an older message before the record of attempts is read; what cannot be read is read again a second later', async () => {
  const handle = vi.fn(async () => {});
  const ensureSubscription = vi.fn(async () => {}).mockRejectedValueOnce(new OperationError('unavailable', 'The broker is away'));
  const readAll: AttemptStore['readAll'] = async (_topic, isLast) => void isLast('{"ids":["m"]}');
  const { clock, held } = heldMessages({}, { ensureSubscription, readAll }, handle);
  held.arrive(message, 'first');
  await clock.advance(999);
  expect([ensureSubscription.mock.calls.length, handle.mock.calls.length]).toEqual([1, 0]);
  await clock.advance(1);
  await vi.waitFor(() => expect(handle).toHaveBeenCalledWith(expect.objectContaining({ id: 'm', attempt: 2 })));
  await held[Symbol.asyncDispose]();
});

it('handles a message that came while the record of attempts was read after the older ones that wait for it', async () => {
  const handled: string[] = [];
  const readAll = vi.fn(() => recorded.promise);
  const recorded = Promise.withResolvers<void>();
  const { clock, held } = heldMessages({}, { readAll }, async ({ id }) => void handled.push(id));
  held.arrive({ ...message, id: 'older', key: 'k' }, 'first');
  held.arrive({ ...message, id: 'newer', key: 'k', publishedAt: clock.now() }, 'first');
  await vi.waitFor(() => expect(readAll).toHaveBeenCalled());
  expect(handled).toEqual([]);
  recorded.resolve();
  await vi.waitFor(() => expect(handled).toEqual(['older', 'newer']));
  await held[Symbol.asyncDispose]();
});
