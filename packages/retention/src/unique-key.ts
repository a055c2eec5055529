import { sha256 } from '@agent-mem/contract';
import { type GraphNode, type NodeWrite, type StoredMembers, storedMembers } from '@agent-mem/storage';

/**
 * The node that stands for an identity, such as a text in a scope. Two writers that add the same thing share no other node,
 * so both write this one at the version they saw, and one of them meets a `VersionConflict`.
 */
export function uniqueKeyId(...identity: readonly string[]): string {
  return `guard_${sha256(JSON.stringify(identity))}`;
}

/** What the node of a unique key holds in its properties. */
export interface StoredUniqueKey {
  /** Empty: nobody, or several. */
  readonly holder: string;
  /** Of an identity that several share, the newest last. */
  readonly holders: readonly string[];
  /** How often what falls due with it was tried. */
  readonly attempts: number;
}

/** Reads and writes them. */
export const storedUniqueKey: StoredMembers<StoredUniqueKey> = storedMembers(null, { holder: '', holders: [], attempts: 0 });

/** The id of what holds the identity now; `null` if nothing does. */
export function uniqueKeyHolder(uniqueKey: GraphNode | undefined): string | null {
  return (uniqueKey?.status === 'ACTIVE' && storedUniqueKey.read(uniqueKey.properties).holder) || null;
}

/** Gives the identity to `holder`. `seen` is the unique key as it was read; the commit fails if it has changed since. */
export function claimUniqueKey(id: string, seen: GraphNode | undefined, holder: string, now: string): NodeWrite {
  return {
    id,
    kind: 'Guard',
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    properties: storedUniqueKey.write({ holder }),
    expectedVersion: seen?.version ?? 0,
  };
}

/** Lets those of these identities go that a node holds. */
export function releaseUniqueKeysOf(holder: string, seen: readonly (GraphNode | undefined)[], now: string): readonly NodeWrite[] {
  return seen.flatMap((uniqueKey) =>
    uniqueKey && uniqueKeyHolder(uniqueKey) === holder ? [releaseUniqueKey(uniqueKey, now)] : [],
  );
}

/** Lets the identity go, so that the same thing can be added anew. */
export function releaseUniqueKey(seen: GraphNode, now: string): NodeWrite {
  return {
    id: seen.id,
    kind: 'Guard',
    status: 'DELETED',
    createdAt: seen.createdAt,
    updatedAt: now,
    // The last holder: a purge of that node erases the unique key with it.
    properties: seen.properties,
    expectedVersion: seen.version,
  };
}
