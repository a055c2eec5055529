import { type Clock, neverAborted, OperationError, scopeOf } from '@agent-mem/contract';
import { conflictsRetried } from '@agent-mem/runtime';
import { allPages, type Graph } from '@agent-mem/storage';
import { type ApiKey, type KeySecret, keyNode, keyNodeId, keyOf } from './api-key.ts';
import { keyHash, newKeyText, refuseKeyAsId } from './key-text.ts';
import { checkNewKey, givenKeyText, type NewKey } from './new-key.ts';

/** A key with its text, which its holder sees once. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly text: string;
}

/** The keys of a fleet, in its Graph: only their hashes are stored. */
export interface KeyStore {
  /** Makes a key. One that was handed in and is there already is answered as it is. Throws `invalid-argument`, or `already-exists` for another key of that id. */
  create(wish: NewKey): Promise<IssuedKey>;
  /** `null`: there is none. */
  get(id: string): Promise<ApiKey | null>;
  /** Every key, also those that are revoked, the oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** Gives a key a new secret; those before it work for so many milliseconds more at most. Throws `invalid-argument` for a key in the place of its id, `not-found`, or `failed-precondition` for one that is revoked. */
  rotate(id: string, graceMs: number): Promise<IssuedKey>;
  /** Ends a key for good; revoking it again changes nothing. Throws `invalid-argument` for a key in the place of its id, or `not-found`. */
  revoke(id: string): Promise<ApiKey>;
}

/** Where the Graph keeps keys. No caller can name it: names have no control characters. */
const keysScope = scopeOf({ workspace: '\u001fkeys', user: '\u001fkeys', collection: '\u001fkeys' });
const mostListed = 1_000;
/** Most texts of a key that work at the same time. */
const mostTexts = 10;

/** The keys that stand in a Graph. */
export function createKeyStore({
  graph,
  clock,
}: {
  readonly graph: Pick<Graph, 'commit' | 'get' | 'find'>;
  readonly clock: Clock;
}): KeyStore {
  const now = () => new Date(clock.now()).toISOString();

  async function nodeOf(id: string) {
    const [node] = await graph.get(keysScope, [keyNodeId(id)]);
    return node ?? null;
  }

  /** Writes what becomes of a key; `null`: it stays. */
  async function change(id: string, record: string, changed: (key: ApiKey) => ApiKey | null): Promise<ApiKey> {
    refuseKeyAsId(id);
    return conflictsRetried(neverAborted, async () => {
      const node = await nodeOf(id);
      if (!node) throw new OperationError('not-found', `There is no key ${id}; agent-mem keys list names them`);
      const key = keyOf(node);
      const next = changed(key);
      if (!next) return key;
      await graph.commit(keysScope, { nodes: [keyNode(next, { record, at: now(), expectedVersion: node.version })] });
      return next;
    });
  }

  return {
    async create(wish) {
      checkNewKey(wish, clock.now());
      const issued = wish.text === undefined ? newKeyText() : givenKeyText(wish.text);
      const { id, text } = issued;
      const { name, permissions, workspaces, users, collections, expiresAt, limits = {} } = wish;
      const secrets = [{ sha256: keyHash(issued), until: null }];
      const grant = { permissions, workspaces, users, collections };
      const key: ApiKey = { id, name, ...grant, secrets, createdAt: now(), expiresAt, revokedAt: null, limits };
      return conflictsRetried(neverAborted, async () => {
        const there = await nodeOf(id);
        if (there) return { key: sameKey(keyOf(there), key), text };
        await graph.commit(keysScope, { nodes: [keyNode(key, { record: 'created', at: now(), expectedVersion: 0 })] });
        return { key, text };
      });
    },
    async get(id) {
      const node = await nodeOf(id);
      return node && keyOf(node);
    },
    async list() {
      const query = { kinds: ['Key'], statuses: ['ACTIVE', 'DELETED'], order: 'createdAt', limit: mostListed } as const;
      const pages = await Array.fromAsync(allPages((cursor) => graph.find(keysScope, { ...query, cursor })));
      return pages.flat().map(keyOf);
    },
    async rotate(id, graceMs) {
      const issued = newKeyText(id);
      const key = await change(id, 'rotated', (before) => {
        if (before.revokedAt !== null)
          throw new OperationError('failed-precondition', `The key ${id} is revoked: create another`);
        const ending = endingSecrets(before.secrets, clock.now(), graceMs);
        return { ...before, secrets: [{ sha256: keyHash(issued), until: null }, ...ending].slice(0, mostTexts) };
      });
      return { key, text: issued.text };
    },
    revoke: (id) => change(id, 'revoked', (key) => (key.revokedAt === null ? { ...key, revokedAt: now() } : null)),
  };
}

/** The secrets that still work, each for so many milliseconds more at most: also one that ends already, as somebody may rotate a key twice. */
function endingSecrets(secrets: readonly KeySecret[], now: number, graceMs: number): readonly KeySecret[] {
  return secrets.flatMap(({ sha256, until }) => {
    const end = Math.min(until === null ? Number.POSITIVE_INFINITY : Date.parse(until), now + graceMs);
    return end > now ? [{ sha256, until: new Date(end).toISOString() }] : [];
  });
}

/** The key that is there, if it is the same one. */
function sameKey(there: ApiKey, given: ApiKey): ApiKey {
  const isSame = there.secrets.some(({ sha256 }) => sha256 === given.secrets[0]?.sha256);
  if (isSame) return there;
  throw new OperationError('already-exists', `key: another key has the id ${given.id}; take a new one`);
}
