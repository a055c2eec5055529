import { createHash } from 'node:crypto';
import { type Scope, scopeKey } from '@agent-mem/contract';

/**
 * The id of a request's receipt: the same for each repeat of the request, so that they leave one receipt. The query counts too, since
 * callers may use the id of a request again.
 */
export function requestReceiptId(operation: string, scope: Scope, requestId: string, query: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([operation, scopeKey(scope), requestId, query]))
    .digest('hex');
  // Version 8 of RFC 9562: a UUID that is made of something else than time or chance.
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4];
  return `rcpt_${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
