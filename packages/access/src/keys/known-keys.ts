import { BoundedMap, type Clock, isWithin } from '@agent-mem/contract';
import type { ApiKey } from './api-key.ts';
import type { KeyStore } from './key-store.ts';

/** A key that is revoked or rotated elsewhere is known to be within this time, in milliseconds. */
const freshMs = 5_000;
/** Also of ids that nobody has: who guesses is not to ask the Graph each time. */
const mostKnown = 10_000;

/** Keys as they were read lately. */
export interface KnownKeys {
  find(id: string): Promise<ApiKey | null>;
  /** Reads it again when it is asked for. */
  forget(id: string): void;
}

/** Reads keys from the store, each at most every 5 seconds. */
export function createKnownKeys({ keys, clock }: { readonly keys: Pick<KeyStore, 'get'>; readonly clock: Clock }): KnownKeys {
  const known = new BoundedMap<string, { readonly readAt: number; readonly key: Promise<ApiKey | null> }>(mostKnown);
  return {
    find(id) {
      const before = known.get(id);
      if (before && isWithin(freshMs, before.readAt, clock.now())) return before.key;
      const key = keys.get(id);
      const entry = { readAt: clock.now(), key };
      known.set(id, entry);
      key.catch(() => {
        if (known.get(id) === entry) known.delete(id);
      });
      return key;
    },
    forget: (id) => void known.delete(id),
  };
}
