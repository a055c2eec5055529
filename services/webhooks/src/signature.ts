import { createHmac } from 'node:crypto';

/**
 * The headers of Standard Webhooks: the event's id, when it was signed, and for each key the HMAC-SHA-256 of id, seconds and body with points between them.
 *
 * @param now milliseconds since 1970
 */
export function signedHeaders(
  id: string,
  body: string,
  keys: readonly Buffer[],
  now: number,
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  // An id of another publisher may have what no header carries.
  const carried = encodeURIComponent(id.toWellFormed());
  const at = String(Math.floor(now / 1_000));
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(`${carried}.${at}.${body}`).digest('base64')}`);
  return { 'webhook-id': carried, 'webhook-timestamp': at, 'webhook-signature': signatures.join(' ') };
}
