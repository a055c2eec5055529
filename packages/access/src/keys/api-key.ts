import { type GraphNode, type JsonObject, type NodeWrite, storedMembers } from '@agent-mem/storage';
import { type Grant, namesIn, permissionsIn } from '../grant.ts';
import { namedLimits, type OwnLimits, ownLimitsIn } from '../limits/key-limits.ts';

/** A secret that a key answers to. */
export interface KeySecret {
  /** SHA-256 of the whole key, in hexadecimal. */
  readonly sha256: string;
  /** ISO 8601; `null`: as long as the key. */
  readonly until: string | null;
}

/** What is stored of a key. Times are ISO 8601, UTC. */
export interface ApiKey extends Grant {
  readonly id: string;
  readonly name: string;
  /** The one of now, and while it is rotated the one before. */
  readonly secrets: readonly KeySecret[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** How much its holder may ask; what it leaves out the fleet's variables say. */
  readonly limits: OwnLimits;
}

const stored = storedMembers(null, {
  name: '',
  permissions: [] as readonly string[],
  workspaces: null as JsonObject[string],
  users: null as JsonObject[string],
  collections: null as JsonObject[string],
  secrets: null as JsonObject[string],
  expires_at: null as JsonObject[string],
  revoked_at: null as JsonObject[string],
  limits: null as JsonObject[string],
});

/** The node of a key. */
export function keyNodeId(id: string): string {
  return `key:${id}`;
}

/** The node's next state. `expectedVersion` is 0 for a key that is new. */
export function keyNode(
  key: ApiKey,
  { record, at, expectedVersion }: { record: string; at: string; expectedVersion: number },
): NodeWrite {
  const { name, workspaces, users, collections, secrets, expiresAt: expires_at, revokedAt: revoked_at, limits } = key;
  const held = secrets.map(({ sha256, until }) => ({ sha256, until }));
  return {
    id: keyNodeId(key.id),
    kind: 'Key',
    status: revoked_at === null ? 'ACTIVE' : 'DELETED',
    createdAt: key.createdAt,
    updatedAt: at,
    properties: stored.write({
      name,
      permissions: key.permissions,
      workspaces,
      users,
      collections,
      secrets: held,
      expires_at,
      revoked_at,
      limits: namedLimits(limits),
    }),
    expectedVersion,
    record,
  };
}

/** Reads a key from its node. What cannot be read allows nothing. */
export function keyOf({ id, createdAt, properties }: GraphNode): ApiKey {
  const read = stored.read(properties);
  return {
    id: id.slice('key:'.length),
    name: read.name,
    permissions: permissionsIn(read.permissions),
    workspaces: namesIn(read.workspaces),
    users: namesIn(read.users),
    collections: namesIn(read.collections),
    secrets: secretsOf(read.secrets),
    createdAt,
    expiresAt: textOf(read.expires_at),
    revokedAt: textOf(read.revoked_at),
    limits: ownLimitsIn({ ...(read.limits as JsonObject | null) }),
  };
}

function secretsOf(value: JsonObject[string] | undefined): readonly KeySecret[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: JsonObject) =>
    typeof each.sha256 === 'string' ? [{ sha256: each.sha256, until: textOf(each.until) }] : [],
  );
}

function textOf(value: JsonObject[string] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
