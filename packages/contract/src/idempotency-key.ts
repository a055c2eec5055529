import { OperationError } from './error.ts';
import { limits } from './limits.ts';
import { sha256 } from './operations/identity.ts';

const { idempotencyKeyCharacters: most } = limits;

/** The key as a caller gives it under this name. Throws `invalid-argument` where it is no text, is empty or is too long. */
export function checkedIdempotencyKey(name: string, key: unknown): string {
  if (typeof key === 'string' && key.length >= 1 && key.length <= most) return key;
  const got = typeof key === 'string' ? key.length : `a ${typeof key}`;
  throw new OperationError('invalid-argument', `${name}: must be a text of 1 to ${most} characters, got ${got}`);
}

/**
 * A key that stores can index, of one that no caller's limit has bounded: a longer one counts by its hash. It is not refused, since the fleet's own
 * commands begin their keys with a caller's or with the name of a file, and a message may have waited since before a limit.
 */
export function boundedIdempotencyKey(key: string): string {
  return key.length <= most ? key : sha256(key);
}
