import { createHmac } from 'node:crypto';

/** What a header carries as it stands. Without `%`, so that no two ids become one. */
const plainId = /^[\x21-\x24\x26-\x7e]+$/;

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
  // Ids of ours go as the body has them, so that a receiver can compare both. An id of another publisher may have what no header carries.
  const carried = plainId.test(id) ? id : encodeURIComponent(id.toWellFormed());
  const at = String(Math.floor(now / 1_000));
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(`${carried}.${at}.${body}`).digest('base64')}`);
  return { 'webhook-id': carried, 'webhook-timestamp': at, 'webhook-signature': signatures.join(' ') };
}
