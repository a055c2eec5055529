import { type Clock, noLongerNeeded, scopeOf } from '@agent-mem/contract';
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

/** A lease for work that two processes must not do at the same time. It renews itself until it is disposed of. */
export interface OwnLease extends AsyncDisposable {
  /** Throws `LeaseLost` once another process may have the lease: call it before each effect. */
  assertHeld(): void;
}

/** Another process may have the lease: stop, and take it again. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Takes such a lease, or answers `null` while another process has it. With the key-value store down there is none: the call rejects, and a lease that cannot be
 * renewed is lost when its time is over.
 */
export async function takeOwnLease(
  name: string,
  holder: string,
  ttlMs: number,
  {
    clock,
    keyValue,
    log,
  }: { readonly clock: Clock; readonly keyValue: Pick<Ports['keyValue'], 'acquire' | 'release'>; readonly log: Logger },
): Promise<OwnLease | null> {
  // Before the store was asked: by its clock the lease ends later.
  let renewedAt = clock.now();
  const first = await keyValue.acquire(fleetScope, name, holder, ttlMs);
  if (!first) return null;
  let isLost = false;
  const ended = new AbortController();
  const renewing = renew();

  async function renew(): Promise<void> {
    while (!isLost) {
      const isOver = await clock.sleep(ttlMs / 3, ended.signal).then(
        () => false,
        () => true,
      );
      if (isOver) return;
      const askedAt = clock.now();
      try {
        // Another token: it had run out, and others may have had it in between.
        isLost = (await keyValue.acquire(fleetScope, name, holder, ttlMs))?.token !== first?.token;
        renewedAt = askedAt;
      } catch (err) {
        log.warn({ err, lease: name }, 'a lease cannot be renewed; it is tried again until its time is over');
      }
    }
  }

  return {
    assertHeld() {
      isLost ||= clock.now() - renewedAt >= ttlMs;
      if (isLost) throw new LeaseLost(`another process may have the lease ${name}`);
    },
    async [Symbol.asyncDispose]() {
      ended.abort(noLongerNeeded);
      await renewing;
      await keyValue.release(fleetScope, name, holder).catch(() => undefined);
    },
  };
}
