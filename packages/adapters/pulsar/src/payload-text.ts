import { isUtf8 } from 'node:buffer';

/** Most bytes of a payload that is not UTF-8 that its text repeats. */
const mostBytes = 1_024;

/**
 * The payload of a message. One that is not UTF-8, of a foreign producer, becomes a text that is no JSON and says so: its reader refuses it, where a decoder
 * would put other characters in the place of what it cannot read.
 */
export function payloadText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  return `Not UTF-8: ${bytes.length} bytes, which begin with (base64) ${bytes.subarray(0, mostBytes).toString('base64')}`;
}
