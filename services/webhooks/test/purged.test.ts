import { deadLetterSubscription, deadLetterTopic } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { defaultScope, startWebhookReceiver, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { signed, startWebhooks } from './start-webhooks.ts';

const queue = { lane: 'event', name: 'webhook-audit', persistent: true } as const;
const services = ['facts', 'conversations', 'gateway', 'graph'];

test('an event that is being sent while its scope is purged is not sent again, and becomes no dead letter', async () => {
  const clock = turnedClock();
  const refused = Promise.withResolvers<void>();
  await using receiver = await startWebhookReceiver(async () => {
    await refused.promise;
    return { status: 410 };
  });
  await using hooks = await startWebhooks({ audit: { ...signed, url: receiver.url } }, { clock, services });
  const { bus } = hooks.fleet.ports;
  await hooks.store('Anne drinks tea', { user: 'anne' });
  await hooks.store('Bob brews beer', { user: 'bob' });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2));
  await clock.advance(1_000);
  await hooks.fleet.caller.call('graph', 'purge', { user: 'anne', everything: true });
  refused.resolve();
  await hooks.fleet.settled();
  const letters = await bus.peek(deadLetterTopic(queue, 'webhooks'), deadLetterSubscription, 10);
  expect(letters.map(({ payload }) => JSON.parse(payload).user)).toEqual(['bob']);
  expect(receiver.received).toHaveLength(2);
});

test('in the queue of a webhook an event is as old as where it comes from', async () => {
  await using receiver = await startWebhookReceiver(() => ({ status: 410 }));
  await using hooks = await startWebhooks({ audit: { ...signed, url: receiver.url } });
  const { bus } = hooks.fleet.ports;
  const about = { ...defaultScope, conversation_id: 'c', timestamp: '2026-01-01T12:00:00.000Z' };
  const event = { ...about, id: 'e1', type: 'fact-stored', data: { fact_stored: { fact_id: 'fact_1' } } } as const;
  await publishEvent(bus, event, null, { sentAt: 1_000 });
  await hooks.fleet.settled();
  const [letter] = await bus.peek(deadLetterTopic(queue, 'webhooks'), deadLetterSubscription, 1);
  expect(letter?.properties).toMatchObject({ id: 'e1', sent_at: '1000' });
});
