import { scopeOf } from '@agent-mem/contract';
import type { Logger } from './logger.ts';
import type { Ports } from './ports.ts';

/** Nobody's memory: where the fleet keeps what it agrees on itself. */
const fleetScope = scopeOf({ workspace: 'agent-mem', user: 'fleet', collection: 'leases' });

/** A right to do something alone in the whole fleet; renewed by asking `isHeld` now and then. */
export interface FleetLease extends AsyncDisposable {
  /** False when another has it: stop. */
  isHeld(): Promise<boolean>;
}

/**
 * Takes a lease, or answers `null` while another process has it. With the key-value store down there is none to take, and the work is
 * done nevertheless: work under such a lease may be done twice, which only costs time.
 */
export async function takeLease(
  name: string,
  holder: string,
  ttlMs: number,
  { keyValue, log }: { readonly keyValue: Ports['keyValue']; readonly log: Logger },
): Promise<FleetLease | null> {
  const isHeld = async () => {
    try {
      return (await keyValue.acquire(fleetScope, name, holder, ttlMs)) !== null;
    } catch (error) {
      log.warn({ err: error, lease: name }, 'a lease cannot be taken; the process goes on without it');
      return true;
    }
  };
  if (!(await isHeld())) return null;
  return {
    isHeld,
    [Symbol.asyncDispose]: () => keyValue.release(fleetScope, name, holder).catch(() => undefined),
  };
}
