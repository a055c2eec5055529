import { createHash } from 'node:crypto';

/** The SHA-256 of a text's UTF-8 bytes in lower-case hex, as `RecallRequest.shown` has it. */
export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
