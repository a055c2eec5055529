import { createCounts } from './counts.ts';
import { tooBusy } from './refused-by-limit.ts';

/** How many requests may be in flight: begun, or waiting for their turn. */
export interface InFlightOptions {
  /** In all. */
  readonly most: number;
  /** Of one workspace's user. */
  readonly mostPerScope: number;
}

/** The requests that are in flight. */
export interface InFlight {
  /** How many there are. */
  readonly count: number;
  /** Throws `unavailable` while there is no room for one more, of this scope or in all. */
  check(scope: string | null): void;
  /** Takes room for one; the answer gives it back, once. Throws as `check`. */
  enter(scope: string): () => void;
}

/** Counts what is in flight. */
export function createInFlight({ most, mostPerScope }: InFlightOptions): InFlight {
  const counts = createCounts();
  const check = (scope: string | null) => {
    if (counts.all >= most) throw tooBusy(`MAX_IN_FLIGHT: ${most} requests are in flight, and no more are taken`);
    if (scope !== null && counts.of(scope) >= mostPerScope)
      throw tooBusy(`MAX_IN_FLIGHT_PER_SCOPE: ${mostPerScope} requests of this user are in flight, and no more are taken`);
  };
  return {
    get count() {
      return counts.all;
    },
    check,
    enter(scope) {
      check(scope);
      return counts.enter(scope);
    },
  };
}
