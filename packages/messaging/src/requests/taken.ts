import type { Clock } from '@agent-mem/contract';
import type { Bus, Delivery } from '../bus.ts';
import type { ReplyAddress } from './request.ts';

/** Properties of a query whose caller knows what a notice of taking is. Another caller would take the notice for the answer. */
export const acceptsTaken: Readonly<Record<string, string>> = { accepts: 'taken' };

/** Property of a notice, whose message is no reply. */
const noticeProperty = 'taken';

/** A query that is answered sooner needs no notice. Its caller first asks again after half a second. */
const firstAfterMs = 250;
/** Most queries end before the second. It also says that the process is still there. */
const againAfterMs = 2_000;

/** How long a caller waits for the next notice before it takes the process for dead and asks again; half of it is random. */
export const noticeWait = { minMs: 8_000, maxMs: 8_000 } as const;

/** Whether a query's caller may be sent notices. */
export function isAcceptingTaken({ properties }: Pick<Delivery, 'properties'>): boolean {
  return properties.accepts === acceptsTaken.accepts;
}

/** Whether a message of a reply topic is a notice. */
export function isTakenNotice({ properties }: Pick<Delivery, 'properties'>): boolean {
  return properties[noticeProperty] !== undefined;
}

/**
 * Sends notices that a query is being worked on, until the signal is aborted or its deadline is over. So its caller does not ask another process for the
 * same. A notice that is lost costs no more than that. It never rejects.
 */
export async function sendTaken(
  bus: Bus,
  { topic, id }: ReplyAddress,
  { clock, deadline, over }: { readonly clock: Clock; readonly deadline: number | null; readonly over: AbortSignal },
): Promise<void> {
  const notice = { payload: JSON.stringify({ error: null }), properties: { id, [noticeProperty]: 'true' } };
  for (let waitMs = firstAfterMs; ; waitMs = againAfterMs) {
    await clock.sleep(waitMs, over).catch(() => {});
    if (over.aborted || (deadline !== null && deadline <= clock.now())) return;
    await bus.publish(topic, notice, { signal: over }).catch(() => {});
  }
}
