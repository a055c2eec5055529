import { OperationError, type Permission, type Scoped } from '@agent-mem/contract';
import type { Grant, Principal } from './grant.ts';
import { Refusal } from './refusal.ts';

/** The members of a request that say whose memory it is about, each with the list of a grant that bounds it. */
const members = { workspace: 'workspaces', user: 'users', collection: 'collections' } as const;
type Member = keyof typeof members;

/** What a request says of its scope before anything of it is checked. */
export type AskedScope = Readonly<Record<string, unknown>>;

/** Throws a `Refusal` unless the grant has the permission. */
export function checkPermission(
  { permissions, permissionsFrom }: Pick<Principal, 'permissions' | 'permissionsFrom'>,
  needed: Permission,
  operation: string,
): void {
  if (permissions.includes(needed)) return;
  const has = permissions.length > 0 ? permissions.join(', ') : 'none';
  const from = permissionsFrom === undefined ? '' : `, by ${permissionsFrom}`;
  throw new Refusal('permission', `${operation} needs the permission ${needed}; this credential has ${has}${from}`);
}

/** Throws a `Refusal` unless the grant is for every scope: who administers the fleet reads and changes all of them. */
export function checkEveryScope(grant: Grant, operation: string): void {
  const bounds = Object.values(members).flatMap((list) =>
    grant[list] === null ? [] : `${list} ${grant[list].join(', ') || 'none'}`,
  );
  if (bounds.length === 0) return;
  const needed = `${operation} needs a key for all workspaces, users and collections`;
  throw new Refusal('scope', `${needed}; this credential is for ${bounds.join('; ')}`);
}

/**
 * The scope that a request is about: what it names itself or `actingFor` names, where the grant allows that; else the one name that the grant
 * has; else `default`. Throws a `Refusal` that names the member, or `invalid-argument`: the grant has several names and the request chooses none.
 */
export function authorizedScope(grant: Grant, request: AskedScope, actingFor: string | null): Scoped {
  const asked = { ...request, user: userOf(request, actingFor) };
  if (request.all_collections === true && grant.collections) throw refused('all_collections', grant.collections);
  return {
    workspace: authorizedName(grant, asked, 'workspace'),
    user: authorizedName(grant, asked, 'user'),
    collection: authorizedName(grant, asked, 'collection'),
  };
}

/** The user whose memory a credential is for, whatever its requests say; `null`: its requests say that. */
export function onlyScope(grant: Grant, actingFor: string | null): Pick<Scoped, 'workspace' | 'user'> | null {
  const [workspace, anotherWorkspace] = grant.workspaces ?? [];
  const [onlyUser, anotherUser] = grant.users ?? [];
  const user = actingFor ?? (anotherUser === undefined ? onlyUser : undefined);
  if (workspace === undefined || anotherWorkspace !== undefined || user === undefined) return null;
  return { workspace, user };
}

/** The user of a request for whom no grant speaks. Throws `invalid-argument` where it and `X-User` differ. */
export function userOf({ user }: AskedScope, actingFor: string | null): unknown {
  if (actingFor === null) return user;
  if (isLeftOut(user) || user === actingFor) return actingFor;
  throw new OperationError('invalid-argument', 'user: differs from X-User; name the user once');
}

function authorizedName(grant: Grant, asked: AskedScope, member: Member): string {
  const allowed = grant[members[member]];
  const named = asked[member];
  if (!isLeftOut(named)) {
    if (typeof named !== 'string') throw new OperationError('invalid-argument', `${member}: must be a string`);
    if (allowed && !allowed.includes(named)) throw refused(member, allowed);
    return named;
  }
  if (!allowed || allowed.includes('default')) return 'default';
  const [only, ...others] = allowed;
  if (only === undefined) throw refused(member, allowed);
  if (others.length > 0)
    throw new OperationError('invalid-argument', `${member}: is required: this credential is for ${allowed.join(', ')}`);
  return only;
}

function isLeftOut(name: unknown): boolean {
  return name === undefined || name === null || name === '';
}

function refused(member: string, allowed: readonly string[]): Refusal {
  return new Refusal('scope', `${member}: is not this credential's, which is for ${allowed.join(', ') || 'none'}`);
}
