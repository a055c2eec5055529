import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { type Instance, runningByKey } from '../instance.ts';
import { isCancelNoted } from '../journal/cancels.ts';
import { readEntry, restoreEntry } from '../journal/entries.ts';
import type { KeyedEntry } from '../journal/journal-entry.ts';
import { forgetPending, isPending, notePending } from '../journal/pending.ts';
import { holdLease, leaseTtlMs, releaseLease } from '../journal/unfinished.ts';
import { type Place, requestsBy } from './places.ts';
import { waitHere } from './wait-here.ts';

/** How often a request looks whether the process that runs its invocation has the answer. */
export const lookEveryMs = 250;
/** How often one that waits for a place looks what has become of its invocation, and renews its lease. */
const renewEveryMs = leaseTtlMs / 3;

/** What a request finds when it looks after its invocation: the place that it begins by; that the caller cancelled it; that another process has begun it; or nothing new. */
export type Found = Place | 'cancelled' | 'elsewhere' | null;

/** How a request of this process comes to run its invocation. */
export interface Turn extends Disposable {
  /** Looks once, and waits a moment where there is nothing new. The lease of the invocation is held where a place, or `cancelled`, is answered. */
  next(): Promise<Found>;
  /** Its caller wants no answer. Answers whether the lease is held, so that it can be ended here. */
  cancel(): Promise<boolean>;
  /** Nobody follows the invocation here any more: whichever process has a place may take it. */
  letGo(): Promise<void>;
}

/**
 * An invocation waits for the place of any process where that is noted of it (`pending`), and else for one of this process, under its lease.
 * One that runs elsewhere waits for its end. `entered`: a place that it begins by, and whether its lease is held for it.
 */
export function turnOf(
  context: HandlerContext<Config, Instance>,
  entry: KeyedEntry,
  entered: { readonly place: Place | null; readonly isHeld: boolean },
): Turn {
  const { clock, deadline, draining, keyValue, scope, signal, state: instance } = context;
  const { invocation, key } = entry;
  const { places } = instance;
  const waiting = waitHere(places, { scope, invocation, key });
  const over = AbortSignal.any([signal, draining]);
  let first = entered.place;
  let state: 'new' | 'pending' | 'bound' = 'new';
  const holds = () => holdLease(keyValue, scope, invocation, instance.id);

  async function next(): Promise<Found> {
    const place = first;
    first = null;
    if (place && (entered.isHeld || (await holds()))) return place;
    if (place) return missed(place);
    if (await isPending(keyValue, scope, invocation)) {
      state = 'pending';
      return byLease(await waiting.within(clock, renewEveryMs, over));
    }
    if (state === 'pending') {
      state = 'new';
      if (await readEntry(keyValue, scope, key)) return 'elsewhere';
      await restoreEntry(keyValue, scope, entry);
    }
    if (await holds()) {
      state = 'bound';
      return byLease(places.enter(scope) ?? (await waiting.within(clock, renewEveryMs, over)));
    }
    return missed(null);
  }

  /** Another process has the lease. */
  async function missed(place: Place | null): Promise<null> {
    place?.[Symbol.dispose]();
    await clock.sleep(lookEveryMs, signal);
    return null;
  }

  /** With its lease, or not at all. */
  async function byLease(place: Place | null): Promise<Found> {
    const isCancelled = waiting.isCancelled || (await isCancelNoted(keyValue, scope, invocation));
    if (!place && !isCancelled) return null;
    if (!(await holds())) return missed(place);
    if (state === 'pending') await forgetPending(keyValue, scope, invocation.invocationId);
    if (!isCancelled) return place;
    place?.[Symbol.dispose]();
    return 'cancelled';
  }

  return {
    next,
    async cancel() {
      if (!(await holds())) return false;
      await forgetPending(keyValue, scope, invocation.invocationId);
      return true;
    },
    async letGo() {
      const isAlone = requestsBy(places, scope, invocation.invocationId).length <= 1;
      if (state !== 'bound' || !isAlone || runningByKey(instance, scope, key)) return;
      await notePending(keyValue, scope, invocation, { key, deadline });
      await releaseLease(keyValue, scope, invocation, instance.id);
    },
    [Symbol.dispose]() {
      first?.[Symbol.dispose]();
      waiting[Symbol.dispose]();
    },
  };
}
