import { type Event, OperationError } from '@agent-mem/contract';
import { DeadLetter, type Delivery } from '@agent-mem/messaging';
import { postJson } from '@agent-mem/runtime';
import type { ServiceContext } from '@agent-mem/service-kit';
import { signedHeaders } from './signature.ts';
import type { Webhook } from './webhook.ts';

/** What a delivery needs of the process. */
export type DeliveryContext = Pick<ServiceContext<object>, 'clock' | 'log' | 'signal'>;

/** Says that nobody wants more of what was sent: no repeat mends it. */
const gone = 410;

/** Sends an event to a webhook, at least once: any answer but 2xx has it sent again later, with the same id. Its logs have neither address nor content. */
export async function deliver(
  webhook: Webhook,
  event: Event,
  { attempt, signal }: Pick<Delivery, 'attempt' | 'signal'>,
  context: DeliveryContext,
): Promise<void> {
  const body = JSON.stringify(event);
  const { clock, log } = context;
  const fields = { webhook: webhook.name, event: event.id, type: event.type, attempt };
  try {
    const response = await postJson(webhook.url, body, {
      what: `Webhook ${webhook.name}`,
      headers: { 'user-agent': 'agent-mem', ...signedHeaders(event.id, body, webhook.keys, clock.now()) },
      timeoutMs: webhook.timeoutMs,
      signal: AbortSignal.any([signal, context.signal]),
    });
    await response.body?.cancel();
    checkTaken(webhook, response.status);
    log.debug(fields, 'a webhook took an event');
  } catch (error) {
    log.warn({ ...fields, reason: (error as Error).message }, 'a webhook did not take an event');
    throw error;
  }
}

function checkTaken({ name }: Webhook, status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === gone) throw new DeadLetter(`Webhook ${name} answered ${gone}: it wants no more events`);
  const redirects = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
  throw new OperationError('unavailable', `Webhook ${name} answered ${status}${redirects}`);
}
