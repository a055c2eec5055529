import type { Scope } from '@agent-mem/contract';

/** A value with its version. */
export interface KeyValueEntry {
  readonly value: string;
  /** Rises with each write of the key, also over its deletion and its end. */
  readonly version: number;
}

/** A right to do something alone, until it runs out. */
export interface Lease {
  /** Fencing token: larger than that of every earlier lease of the key. */
  readonly token: number;
  readonly expiresAt: number;
}

/** How a value is written under its version. */
export interface ComparedWrite {
  readonly ttlMs?: number;
  /** It can be made again: its answer need not wait for the disk, and a machine that loses its power may lose it. Default false. */
  readonly isDerived?: boolean;
}

/**
 * Hot state. Losing all of it costs a repeated step, never truth. Time-to-live is in milliseconds; without one an entry stays.
 * Values, lists and leases do not meet: each may stand under the same key.
 */
export interface KeyValue {
  get(scope: Scope, key: string): Promise<KeyValueEntry | null>;
  set(scope: Scope, key: string, value: string, options?: { readonly ttlMs?: number }): Promise<void>;
  /** Writes only if the key is at this version (0: absent). Answers the new version, or `null` if it was not. */
  compareAndSet(
    scope: Scope,
    key: string,
    expectedVersion: number,
    value: string,
    options?: ComparedWrite,
  ): Promise<number | null>;
  /** Deletes the value and the list under the key. */
  delete(scope: Scope, key: string): Promise<void>;
  /**
   * Appends to the list under a key and answers its new length. `position` (from 0) says where the first value belongs, so that a
   * repeat changes nothing; a position behind the end is refused with `out-of-range`. Without `ttlMs` the list keeps its end.
   */
  append(
    scope: Scope,
    key: string,
    values: readonly string[],
    options?: { readonly position?: number; readonly ttlMs?: number },
  ): Promise<number>;
  /** The list under a key; empty if there is none. */
  list(scope: Scope, key: string): Promise<readonly string[]>;
  /** `null` while another holder has it. Acquiring again by the same holder renews it under the same token. */
  acquire(scope: Scope, key: string, holder: string, ttlMs: number): Promise<Lease | null>;
  release(scope: Scope, key: string, holder: string): Promise<void>;
}

/** What crosses scopes, for periodic jobs and health checks; never for a handler. */
export interface KeyValueMaintenance {
  /** Values whose key starts so, of all scopes or of one. */
  entries(prefix: string, only?: Scope): AsyncIterable<{ readonly scope: Scope; readonly key: string; readonly value: string }>;
  /** Removes values, lists and leases of a scope: those whose key or content holds one of the texts, or everything. Answers how many. */
  purge(scope: Scope, what: 'everything' | readonly string[]): Promise<number>;
  /** Leaves nothing of what was removed in the files of this process; where a server keeps them, that is the server's. */
  scrub(): Promise<void>;
  check(signal?: AbortSignal): Promise<void>;
}
