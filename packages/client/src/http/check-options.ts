import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import type { CallOptions } from '../call-options.ts';
import { MemoryError } from '../memory-error.ts';
import type { FleetAddress } from './fleet-address.ts';

const maxTimeoutMs = 600_000;
/** What a header takes. */
const visible = /^[\x21-\x7e]+$/;
const visibleWithSpaces = /^[\x20-\x7e]{1,256}$/;

/** The address, its URL without a slash at the end. Throws `invalid-argument` with the option that is wrong. */
export function checkedAddress(given: FleetAddress): FleetAddress {
  const { url, key, retries } = given;
  if (!/^https?:$/.test(protocolOf(url))) throw wrong(`url: must be an http or https URL, got "${url}"`);
  if (key !== undefined && !visible.test(key)) throw wrong('key: must be of visible ASCII characters');
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0)) {
    throw wrong(`retries: must be a whole number from 0, got ${retries}`);
  }
  return { ...given, url: withoutLastSlashes(url) };
}

/** The options as they came. Throws `invalid-argument` with the one that is wrong. */
export function checkedOptions(given: CallOptions): CallOptions {
  const { timeoutMs, idempotencyKey } = given;
  if (timeoutMs !== undefined && !(timeoutMs >= 1 && timeoutMs <= maxTimeoutMs)) {
    throw wrong(`timeoutMs: must be from 1 to ${maxTimeoutMs}, got ${timeoutMs}`);
  }
  if (idempotencyKey !== undefined && !visibleWithSpaces.test(idempotencyKey)) {
    throw wrong('idempotencyKey: must have 1 to 256 ASCII characters');
  }
  return given;
}

function protocolOf(url: string): string {
  try {
    return new URL(url).protocol;
  } catch {
    return '';
  }
}

function wrong(message: string): MemoryError {
  return new MemoryError('invalid-argument', message);
}
