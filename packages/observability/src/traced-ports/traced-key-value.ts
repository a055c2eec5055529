import type { Ports } from '@agent-mem/runtime';
import type { PortSpans } from './port-spans.ts';

/** The key-value store with its operations as spans; never a key, which may hold an id of the caller's. What crosses scopes goes by as it is. */
export function tracedKeyValue(store: Ports['keyValue'], span: PortSpans): Ports['keyValue'] {
  return {
    get: (scope, key) => span('get', {}, () => store.get(scope, key)),
    set: (scope, key, value, options) => span('set', {}, () => store.set(scope, key, value, options)),
    compareAndSet: (scope, key, expectedVersion, value, options) =>
      span('compare-and-set', {}, () => store.compareAndSet(scope, key, expectedVersion, value, options)),
    delete: (scope, key) => span('delete', {}, () => store.delete(scope, key)),
    append: (scope, key, values, options) =>
      span('append', { 'db.operation.batch.size': values.length }, () => store.append(scope, key, values, options)),
    list: (scope, key) => span('list', {}, () => store.list(scope, key)),
    acquire: (scope, key, holder, ttlMs) => span('acquire', {}, () => store.acquire(scope, key, holder, ttlMs)),
    release: (scope, key, holder) => span('release', {}, () => store.release(scope, key, holder)),
    entries: (prefix, only) => store.entries(prefix, only),
    purge: (scope, what) => store.purge(scope, what),
    scrub: () => store.scrub(),
    check: (signal) => store.check(signal),
  };
}
