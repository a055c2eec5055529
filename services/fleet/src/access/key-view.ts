import { type ApiKey, isLimit, limitNames, type NewKey, namedLimits, type OwnLimits, ownLimitsIn } from '@agent-mem/access';
import { applyFormat, isJsonObject, OperationError, type Permission, refuseUnknownNames } from '@agent-mem/contract';

/** A key as it is shown: never its secret. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Of each list `null` stands for all. */
  readonly workspaces: readonly string[] | null;
  readonly users: readonly string[] | null;
  readonly collections: readonly string[] | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** How much its holder may ask, by name, as far as the key says so itself; 0: no limit. */
  readonly limits: Readonly<Record<string, number>>;
}

/** A key that was made or rotated, with what its holder is told once. */
export interface IssuedView {
  readonly key: KeyView;
  readonly text: string;
}

/** The changes of keys, where they are. */
export interface Keys {
  create(wish: NewKey): Promise<IssuedView>;
  list(): Promise<readonly KeyView[]>;
  rotate(id: string, graceMs: number): Promise<IssuedView>;
  revoke(id: string): Promise<KeyView>;
}

/** What is shown of a key. */
export function keyView(key: ApiKey): KeyView {
  const { id, name, permissions, workspaces, users, collections } = key;
  const times = { created_at: key.createdAt, expires_at: key.expiresAt, revoked_at: key.revokedAt };
  return { id, name, permissions, workspaces, users, collections, ...times, limits: namedLimits(key.limits) };
}

const wishMembers = ['name', 'permissions', 'workspaces', 'users', 'collections', 'expires_at', 'text', 'limits'];

/** A wish as it goes over HTTP. */
export function wishBody({ expiresAt, limits = {}, ...wish }: NewKey): object {
  return { ...wish, expires_at: expiresAt, limits: namedLimits(limits) };
}

/** Reads one. Throws `invalid-argument` that names the member; the store checks what the members hold. */
export function wishOfBody(body: object): NewKey {
  refuseUnknownNames(body, wishMembers);
  const given: Readonly<Record<string, unknown>> = { ...body };
  const text = given.text;
  if (text !== undefined && typeof text !== 'string') throw wrong('text', 'must be a key');
  const { name } = given;
  if (typeof name !== 'string') throw wrong('name', 'must be a text');
  return {
    name,
    // The store refuses a word that is none.
    permissions: (namesIn(given, 'permissions') ?? []) as readonly Permission[],
    workspaces: namesIn(given, 'workspaces'),
    users: namesIn(given, 'users'),
    collections: namesIn(given, 'collections'),
    expiresAt: timeIn(given),
    limits: limitsIn(given),
    ...(text !== undefined && { text }),
  };
}

function timeIn({ expires_at: given = null }: Readonly<Record<string, unknown>>): string | null {
  if (given === null) return null;
  if (typeof given !== 'string') throw wrong('expires_at', 'must be a time, or null');
  const read = applyFormat('timestamp', given);
  if ('wrong' in read) throw wrong('expires_at', read.wrong);
  return read.text;
}

function limitsIn({ limits = {} }: Readonly<Record<string, unknown>>): OwnLimits {
  if (!isJsonObject(limits)) throw wrong('limits', 'must be an object');
  refuseUnknownNames(limits, Object.values(limitNames));
  for (const [name, value] of Object.entries(limits))
    if (!isLimit(value)) throw wrong(`limits.${name}`, 'must be a whole number, 0 for no limit');
  return ownLimitsIn({ ...limits });
}

function namesIn(given: Readonly<Record<string, unknown>>, member: string): readonly string[] | null {
  const names = given[member];
  if (names === null) return null;
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  throw wrong(member, 'must be a list of texts, or null for all');
}

function wrong(member: string, what: string): OperationError {
  return new OperationError('invalid-argument', `${member}: ${what}`);
}
