import { conversationEvents, hourMs, type Topic } from '@agent-mem/contract';
import { type DeadLetterSource, publishEvent, sentAtOf, subscribeEvents } from '@agent-mem/messaging';
import { type Connector, defineConnector } from '@agent-mem/service-kit';
import { variables } from './config.ts';
import { deliver } from './deliver.ts';
import { fitsScope } from './scope-pattern.ts';
import type { Webhook } from './webhook.ts';

/** The one subscription, of the events and of each webhook's queue. */
const subscription = 'webhooks';
/** Ten attempts take some half an hour, thirty most of a day. */
const backoff = { minMs: 5_000, maxMs: hourMs };

/**
 * Sends events to webhooks. Each event goes into the queue of every webhook that it fits, and from there to its address: a receiver that is slow or away holds up
 * its own queue and no other. Without webhooks nothing is stored for them any more, where the bus is this process's own.
 */
export function webhooksConnector(webhooks: readonly Webhook[]): Connector<typeof variables> {
  return defineConnector({
    name: 'webhooks',
    variables,
    deadLetters: webhookSubscriptions(webhooks.map(({ name }) => name)),
    async start(context) {
      const { bus } = context;
      await using stack = new AsyncDisposableStack();
      for (const webhook of webhooks) {
        const { name, attempts: maxAttempts } = webhook;
        const options = { topic: queueOf(name), type: 'shared', maxAttempts, backoff, stopped: context.signal } as const;
        stack.use(
          await subscribeEvents(bus, subscription, (event, delivery) => deliver(webhook, event, delivery, context), options),
        );
      }
      if (webhooks.length === 0) await bus.erasure?.forget(conversationEvents, subscription);
      else
        stack.use(
          await subscribeEvents(bus, subscription, async (event, delivery) => {
            const meant = webhooks.filter(({ events, scope }) => events.has(event.type) && fitsScope(scope, event));
            const { traceparent } = delivery.properties;
            // As old as the event, so that a purge that began before it is in the queues finds it there.
            const sentAt = sentAtOf(delivery);
            await Promise.all(meant.map(({ name }) => publishEvent(bus, event, traceparent, { topic: queueOf(name), sentAt })));
          }),
        );
      return stack.move();
    },
  });
}

/** Where events wait for the webhooks of these names, and can fail. */
export function webhookSubscriptions(names: readonly string[]): readonly DeadLetterSource[] {
  if (names.length === 0) return [];
  return [conversationEvents, ...names.map(queueOf)].map((topic) => ({ topic, subscription }));
}

/** Where events wait for the webhook of this name. */
function queueOf(name: string): Topic {
  return { lane: 'event', name: `webhook-${name}`, persistent: true };
}
