import { type IRateLimiterStoreOptions, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** A count of requests in a window of time. */
export interface Window {
  /** In front of the names that are counted. */
  readonly name: 'minute' | 'day';
  readonly seconds: number;
}

/** Counts requests by name. */
export interface Rates {
  /** Counts one. Answers how long until the window is over, in milliseconds, where there were more than `most` in it; else `null`. */
  count(window: Window, name: string, most: number): Promise<number | null>;
}

/** A client of the Redis in which the processes of a fleet count together. */
export type RatesClient = IRateLimiterStoreOptions['storeClient'];

/** What counts are of. */
export const windows = {
  minute: { name: 'minute', seconds: 60 },
  day: { name: 'day', seconds: 86_400 },
} as const satisfies Readonly<Record<string, Window>>;

/**
 * Counts in this process, or with `client` in a Redis. While that does not answer each process counts for itself: it refuses nobody for that, and lets through at most
 * as many requests as the limit times the processes.
 */
export function createRates({ client, prefix }: { readonly client: RatesClient | null; readonly prefix: string }): Rates {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>();

  function limiterOf({ name, seconds }: Window, most: number): RateLimiterMemory | RateLimiterRedis {
    const id = `${name} ${most}`;
    const known = limiters.get(id);
    if (known) return known;
    const options = { points: most, duration: seconds, keyPrefix: `${prefix}limits:${name}` };
    const own = new RateLimiterMemory(options);
    const limiter =
      client === null
        ? own
        : new RateLimiterRedis({ ...options, storeClient: client, insuranceLimiter: own, rejectIfRedisNotReady: true });
    limiters.set(id, limiter);
    return limiter;
  }

  return {
    async count(window, name, most) {
      try {
        await limiterOf(window, most).consume(name);
        return null;
      } catch (outcome) {
        // It rejects with the state of the count where that is used up.
        if (outcome instanceof RateLimiterRes) return outcome.msBeforeNext;
        throw outcome;
      }
    },
  };
}
