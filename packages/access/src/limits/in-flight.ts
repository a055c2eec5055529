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
  const perScope = new Map<string, number>();
  let count = 0;
  const check = (scope: string | null) => {
    if (count >= most) throw tooBusy(`MAX_IN_FLIGHT: ${most} requests are in flight, and no more are taken`);
    if (scope !== null && (perScope.get(scope) ?? 0) >= mostPerScope)
      throw tooBusy(`MAX_IN_FLIGHT_PER_SCOPE: ${mostPerScope} requests of this user are in flight, and no more are taken`);
  };
  return {
    get count() {
      return count;
    },
    check,
    enter(scope) {
      check(scope);
      count += 1;
      perScope.set(scope, (perScope.get(scope) ?? 0) + 1);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        count -= 1;
        const left = (perScope.get(scope) ?? 0) - 1;
        if (left > 0) perScope.set(scope, left);
        else perScope.delete(scope);
      };
    },
  };
}
