import { OperationError, type Scope } from '@agent-mem/contract';
import type { KeyValue, KeyValueMaintenance } from '@agent-mem/storage';
import { Connection } from '../connection.ts';
import { connectionOptions, type RedisKeyValueOptions } from '../connection-options.ts';
import { completeIndex } from './complete-index.ts';
import { entriesOf } from './entries.ts';
import { addToFolders } from './folders.ts';
import { folderOf, Keys } from './keys.ts';
import { purgeScope } from './purge.ts';

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

  const indexed = { connection, keys, complete: completeIndex(connection, keys, clock) };
  const indexNames = (scope: Scope) => [keys.index(scope), keys.ends(scope)] as const;
  const valueNames = (scope: Scope, key: string) =>
    [keys.of('value', scope, key), keys.counter(scope), ...indexNames(scope)] as const;

  /** Before a write resolves, so that what is acknowledged is found. Answers the version. */
  async function noteFolder(scope: Scope, key: string, answer: unknown): Promise<number> {
    const [version, isNew] = answer as readonly [string, number];
    if (isNew === 1) await addToFolders(connection, keys, scope, folderOf(key));
    return Number(version);
  }

  return {
    async get(scope, key) {
      const [value, version] = await connection.run('get', true, (client) =>
        client.hmget(keys.of('value', scope, key), 'value', 'version'),
      );
      return value == null ? null : { value, version: Number(version) };
    },
    async set(scope, key, value, { ttlMs } = {}) {
      const written = [value, ttlText(ttlMs), keys.member('value', key), folderOf(key)];
      const answer = await connection.run('set', true, (client) => client.setValue(...valueNames(scope, key), ...written));
      await noteFolder(scope, key, answer);
    },
    async compareAndSet(scope, key, expectedVersion, value, { ttlMs } = {}) {
      const written = [value, ttlText(ttlMs), keys.member('value', key), folderOf(key), String(expectedVersion)];
      const answer = await connection.run('compare and set', false, (client) =>
        client.compareAndSetValue(...valueNames(scope, key), ...written),
      );
      return answer === null ? null : await noteFolder(scope, key, answer);
    },
    async delete(scope, key) {
      await connection.run('delete', true, (client) =>
        Promise.all(
          (['value', 'list'] as const).map((kind) =>
            client.removeKey(keys.of(kind, scope, key), ...indexNames(scope), keys.member(kind, key)),
          ),
        ),
      );
    },
    async append(scope, key, values, { position, ttlMs } = {}) {
      const at = position === undefined ? '' : String(position);
      const answer = await connection.run('append', position !== undefined, (client) =>
        client.appendToList(
          keys.of('list', scope, key),
          ...indexNames(scope),
          at,
          ttlText(ttlMs),
          keys.member('list', key),
          ...values,
        ),
      );
      const [before, after] = answer as readonly [number, number];
      if (after >= 0) return after;
      throw new OperationError('out-of-range', `position: the list has ${before} entries, got ${position}`);
    },
    list: (scope, key) => connection.run('list', true, (client) => client.lrange(keys.of('list', scope, key), 0, -1)),
    async acquire(scope, key, holder, ttlMs) {
      const names = [keys.of('lease', scope, key), keys.counter(scope), ...indexNames(scope)];
      const member = keys.member('lease', key);
      const expiresAt = clock.now() + ttlMs;
      const token = await connection.run('acquire', true, (client) =>
        client.acquireLease(...names, holder, ttlText(ttlMs), member),
      );
      return token === null ? null : { token: Number(token), expiresAt };
    },
    async release(scope, key, holder) {
      const names = [keys.of('lease', scope, key), ...indexNames(scope)];
      await connection.run('release', true, (client) => client.releaseLease(...names, holder, keys.member('lease', key)));
    },

    entries: (prefix, only) => entriesOf(indexed, prefix, only),
    purge: (scope, what) => purgeScope(indexed, scope, what),
    // A server's append-only file forgets with its next rewrite.
    scrub: async () => {},
    check: (signal) => connection.check(keys.probe, signal),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

/** Redis takes whole milliseconds. */
function ttlText(ttlMs: number | undefined): string {
  return ttlMs === undefined ? '' : String(Math.ceil(ttlMs));
}
