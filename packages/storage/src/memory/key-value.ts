import { type Clock, isSameScope, OperationError } from '@agent-mem/contract';
import type { KeyValue, KeyValueEntry, KeyValueMaintenance, Lease } from '../key-value.ts';
import { ByScope } from './by-scope.ts';

interface Expiring<Content> {
  readonly content: Content;
  /** Milliseconds since 1970; `null`: never. */
  readonly expiresAt: number | null;
}

interface ScopeEntries {
  readonly entries: Map<string, Expiring<KeyValueEntry>>;
  readonly lists: Map<string, Expiring<readonly string[]>>;
  readonly leases: Map<string, Expiring<{ readonly holder: string; readonly lease: Lease }>>;
}

/** A KeyValue that lives as long as the process. */
export function createMemoryKeyValue({ clock }: { readonly clock: Clock }): KeyValue & KeyValueMaintenance {
  const scopes = new ByScope<ScopeEntries>(() => ({ entries: new Map(), lists: new Map(), leases: new Map() }));
  // One counter for versions and tokens, so that neither comes again after a key was deleted or ran out.
  let sequence = 0;

  function live<Content>(map: Map<string, Expiring<Content>>, key: string): Content | undefined {
    const found = map.get(key);
    if (found?.expiresAt == null || found.expiresAt > clock.now()) return found?.content;
    map.delete(key);
    return undefined;
  }
  const expiry = (ttlMs: number | undefined) => (ttlMs === undefined ? null : clock.now() + ttlMs);

  return {
    async get(scope, key) {
      return live(scopes.of(scope).entries, key) ?? null;
    },
    async set(scope, key, value, options = {}) {
      const content = { value, version: ++sequence };
      scopes.of(scope).entries.set(key, { content, expiresAt: expiry(options.ttlMs) });
    },
    async compareAndSet(scope, key, expectedVersion, value, options = {}) {
      const { entries } = scopes.of(scope);
      if ((live(entries, key)?.version ?? 0) !== expectedVersion) return null;
      const content = { value, version: ++sequence };
      entries.set(key, { content, expiresAt: expiry(options.ttlMs) });
      return content.version;
    },
    async delete(scope, key) {
      const { entries, lists } = scopes.of(scope);
      entries.delete(key);
      lists.delete(key);
    },
    async append(scope, key, values, options = {}) {
      const { lists } = scopes.of(scope);
      const list = live(lists, key) ?? [];
      const { position = list.length } = options;
      if (position > list.length) {
        throw new OperationError('out-of-range', `position: the list has ${list.length} entries, got ${position}`);
      }
      const content = [...list, ...values.slice(list.length - position)];
      const expiresAt = lists.get(key)?.expiresAt ?? null;
      if (content.length > 0)
        lists.set(key, { content, expiresAt: options.ttlMs === undefined ? expiresAt : expiry(options.ttlMs) });
      return content.length;
    },
    async list(scope, key) {
      return live(scopes.of(scope).lists, key) ?? [];
    },
    async acquire(scope, key, holder, ttlMs) {
      const { leases } = scopes.of(scope);
      const held = live(leases, key);
      if (held && held.holder !== holder) return null;
      const expiresAt = clock.now() + ttlMs;
      const lease = { token: held?.lease.token ?? ++sequence, expiresAt };
      leases.set(key, { content: { holder, lease }, expiresAt });
      return lease;
    },
    async release(scope, key, holder) {
      const { leases } = scopes.of(scope);
      if (live(leases, key)?.holder === holder) leases.delete(key);
    },

    async *entries(prefix, only) {
      for (const [scope, { entries }] of scopes.all()) {
        if (only && !isSameScope(scope, only)) continue;
        for (const key of [...entries.keys()].filter((known) => known.startsWith(prefix))) {
          const entry = live(entries, key);
          if (entry) yield { scope, key, value: entry.value };
        }
      }
    },
    async purge(scope, what) {
      const isMeant = (...texts: readonly string[]) =>
        what === 'everything' || what.some((sought) => texts.some((text) => text.includes(sought)));
      const { entries, lists, leases } = scopes.of(scope);
      const values = [...entries].filter(([key, { content }]) => isMeant(key, content.value) && entries.delete(key));
      const rows = [...lists].filter(([key, { content }]) => isMeant(key, ...content) && lists.delete(key));
      const held = [...leases].filter(([key, { content }]) => isMeant(key, content.holder) && leases.delete(key));
      return values.length + rows.length + held.length;
    },
    async scrub() {},
    async check() {},
  };
}
