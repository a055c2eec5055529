import { type Clock, OperationError } from '@agent-mem/contract';
import type { KeyValue, KeyValueMaintenance } from '@agent-mem/storage';
import { readAuthorities } from '@agent-mem/storage/internal';
import { addressOf } from '../address.ts';
import { Connection } from '../connection.ts';
import { entriesOf } from './entries.ts';
import { Keys } from './keys.ts';
import { purgeScope } from './purge.ts';

/** How a KeyValue on Redis is opened. */
export interface RedisKeyValueOptions {
  /** `redis://host:port/0`, `rediss://` for TLS, several hosts with commas for a cluster. */
  readonly url: string;
  /** Instead of what the URL says; empty: what the URL says. */
  readonly user?: string;
  readonly password?: string;
  /** PEM file of the authorities to trust; empty: those of the machine. */
  readonly caFile?: string;
  /** In front of every key, without braces. Default: `agent-mem:`. */
  readonly prefix?: string;
  /** How long an operation may take, with waiting for a connection. Default: 5,000. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
  /** Spreads reconnects: from 0 to 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/** A KeyValue that holds connections. */
export type RedisKeyValue = KeyValue & KeyValueMaintenance & AsyncDisposable;

/**
 * The KeyValue on Redis. Opens without a connection: the first operation makes it. Throws `invalid-argument` for a malformed option.
 * Time is Redis's; a lease's `expiresAt` is the clock's time when it was asked for and `ttlMs`, never later than Redis's end of it.
 */
export function openRedisKeyValue(options: RedisKeyValueOptions): RedisKeyValue {
  const { clock } = options;
  const keys = new Keys(options.prefix ?? 'agent-mem:');
  const connection = new Connection({ ...connectionOptions(options), clock });

  return {
    async get(scope, key) {
      const [value, version] = await connection.run('get', true, (client) =>
        client.hmget(keys.of('value', scope, key), 'value', 'version'),
      );
      return value == null ? null : { value, version: Number(version) };
    },
    async set(scope, key, value, { ttlMs } = {}) {
      const names = [keys.of('value', scope, key), keys.counter(scope)];
      await connection.run('set', true, (client) => client.setValue(...names, value, ttlText(ttlMs)));
    },
    async compareAndSet(scope, key, expectedVersion, value, { ttlMs } = {}) {
      const names = [keys.of('value', scope, key), keys.counter(scope)];
      const version = await connection.run('compare and set', false, (client) =>
        client.compareAndSetValue(...names, value, ttlText(ttlMs), String(expectedVersion)),
      );
      return version === null ? null : Number(version);
    },
    async delete(scope, key) {
      await connection.run('delete', true, (client) => client.del(keys.of('value', scope, key), keys.of('list', scope, key)));
    },
    async append(scope, key, values, { position, ttlMs } = {}) {
      const at = position === undefined ? '' : String(position);
      const answer = await connection.run('append', position !== undefined, (client) =>
        client.appendToList(keys.of('list', scope, key), at, ttlText(ttlMs), ...values),
      );
      const [before, after] = answer as readonly [number, number];
      if (after >= 0) return after;
      throw new OperationError('out-of-range', `position: the list has ${before} entries, got ${position}`);
    },
    list: (scope, key) => connection.run('list', true, (client) => client.lrange(keys.of('list', scope, key), 0, -1)),
    async acquire(scope, key, holder, ttlMs) {
      const names = [keys.of('lease', scope, key), keys.counter(scope)];
      const expiresAt = clock.now() + ttlMs;
      const token = await connection.run('acquire', true, (client) => client.acquireLease(...names, holder, ttlText(ttlMs)));
      return token === null ? null : { token: Number(token), expiresAt };
    },
    async release(scope, key, holder) {
      await connection.run('release', true, (client) => client.releaseLease(keys.of('lease', scope, key), holder));
    },

    entries: (prefix, only) => entriesOf(connection, keys, prefix, only),
    purge: (scope, what) => purgeScope(connection, keys, scope, what),
    // A server's append-only file forgets with its next rewrite.
    scrub: async () => {},
    check: (signal) => connection.check(keys.probe, signal),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

function connectionOptions(options: RedisKeyValueOptions) {
  const { url, user, password, caFile, timeoutMs = 5_000, random = Math.random } = options;
  const address = addressOf(url);
  if (caFile && !address.isEncrypted) throw new OperationError('invalid-argument', 'a CA file is for rediss://, not redis://');
  return {
    address: { ...address, user: user || address.user, password: password || address.password },
    ca: caFile ? readAuthorities(caFile) : undefined,
    timeoutMs,
    random,
  };
}

/** Redis takes whole milliseconds. */
function ttlText(ttlMs: number | undefined): string {
  return ttlMs === undefined ? '' : String(Math.ceil(ttlMs));
}
