import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Principal } from '@agent-mem/access';
import { permissions } from '@agent-mem/contract';

/** What stands for those who may read the data directory: they are the fleet's own administrators. */
export interface LocalKey {
  /** Written beside the lock of the data directory, readable by its owner alone. */
  readonly text: string;
  /** Who shows it; `null`: it is not this key. */
  holderOf(credential: string): Principal | null;
}

/** A key of this process, for as long as it lives. */
export function newLocalKey(): LocalKey {
  const text = `local_${randomBytes(32).toString('base64url')}`;
  const known = Buffer.from(text);
  return {
    text,
    holderOf(credential) {
      const given = Buffer.from(credential);
      if (given.length !== known.length || !timingSafeEqual(given, known)) return null;
      return { id: 'local', name: 'this machine', permissions, workspaces: null, users: null, collections: null, isOwn: true };
    },
  };
}
