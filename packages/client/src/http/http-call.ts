import type { FleetAddress } from './fleet-address.ts';
import type { TimeLimit } from './time-limit.ts';

/** One call over HTTP: what each of its tries has in common. */
export interface HttpCall {
  readonly address: FleetAddress;
  readonly limit: TimeLimit;
  /** By which the fleet knows that a try repeats another. */
  readonly key: string;
  /** The caller gave no key, and cannot ask for the answer again. */
  readonly isOwnKey: boolean;
}

/** A key for a call: 128 random bits. Browsers have `randomUUID` on secure pages only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
