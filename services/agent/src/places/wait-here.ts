import { type Clock, noLongerNeeded } from '@agent-mem/contract';
import type { Place, Places, Waiting } from './places.ts';

/** A request of this process that waits for a place. Disposing leaves, and gives back a place that was not taken. */
export interface WaitHere extends Disposable {
  /** The place once it is given; `null`: look again. Rejects with the signal's reason. */
  within(clock: Clock, ms: number, signal: AbortSignal): Promise<Place | null>;
  /** Its caller wants no answer. */
  readonly isCancelled: boolean;
}

/** One that waits whenever it is within. */
export function waitHere(places: Places, request: Pick<Waiting, 'scope' | 'invocation' | 'key'>): WaitHere {
  let given: Place | null = null;
  let isCancelled = false;
  let isOver = false;
  let wake = () => {};
  const own: Waiting = {
    ...request,
    give(place) {
      if (given || isOver) return false;
      given = place;
      places.rest(own);
      wake();
      return true;
    },
    cancel() {
      isCancelled = true;
      wake();
    },
    look: () => wake(),
  };
  places.arrive(own);

  return {
    async within(clock, ms, signal) {
      signal.throwIfAborted();
      if (!given && !isCancelled) {
        const woken = new AbortController();
        wake = () => woken.abort(noLongerNeeded);
        places.wait(own);
        // It ends by the time, by who wakes it, or by the signal, of which the next line tells.
        await clock.sleep(ms, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
        signal.throwIfAborted();
      }
      const place = given;
      given = null;
      return place;
    },
    get isCancelled() {
      return isCancelled;
    },
    [Symbol.dispose]() {
      isOver = true;
      places.leave(own);
      given?.[Symbol.dispose]();
      given = null;
    },
  };
}
