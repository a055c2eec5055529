import { BoundedMap, type Clock } from '@agent-mem/contract';
import type { Connection } from '../connection.ts';
import { inScope } from './filters.ts';
import { count } from './points.ts';

interface CachedSize {
  readonly isSmall: boolean;
  readonly until: number;
}

/** A scope does not cross the line often, and on either side of it the answers are the same but for what HNSW misses. */
const ttlMs = 60_000;
const maxEntries = 10_000;

/** Which scopes are small enough to be searched vector by vector. Only the way to search rests on it, so it may be a little old. */
export class ScopeSizes {
  readonly #connection: Connection;
  readonly #exactUpTo: number;
  readonly #clock: Clock;
  readonly #cached = new BoundedMap<string, CachedSize>(maxEntries);

  constructor(connection: Connection, exactUpTo: number, clock: Clock) {
    this.#connection = connection;
    this.#exactUpTo = exactUpTo;
    this.#clock = clock;
  }

  /** Costs a request when it is not known or was learned a minute ago. */
  async isSmall(collection: string, scopeKey: string): Promise<boolean> {
    const key = `${collection} ${scopeKey}`;
    const cached = this.#cached.get(key);
    if (cached && cached.until > this.#clock.now()) return cached.isSmall;
    const estimate = await count(this.#connection, collection, inScope(scopeKey), { exact: false });
    const isSmall = estimate <= this.#exactUpTo;
    this.#cached.set(key, { isSmall, until: this.#clock.now() + ttlMs });
    return isSmall;
  }
}
