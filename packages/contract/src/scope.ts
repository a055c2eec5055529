declare const validated: unique symbol;

/** Whose memory it is. Only `scopeOf` makes one, and only from members that were checked, so an unscoped store call does not type-check. */
export interface Scope {
  readonly workspace: string;
  readonly user: string;
  readonly collection: string;
  readonly [validated]: true;
}

/** What every request and every event has. */
export type Scoped = Pick<Scope, 'workspace' | 'user' | 'collection'>;

/** The scope of a request or event that passed validation. */
export function scopeOf(checked: Scoped): Scope {
  return Object.freeze({ workspace: checked.workspace, user: checked.user, collection: checked.collection }) as Scope;
}

/** One text for a scope, the same for the same scope and no other: what stores and message keys put in front. */
export function scopeKey(scope: Scope): string {
  return [scope.workspace, scope.user, scope.collection].map(encodeURIComponent).join('/');
}

/** The scope whose key this is; `null`: it is no key of one. */
export function scopeOfKey(key: string): Scope | null {
  const [workspace, user, collection, ...more] = key.split('/').map(decodeURIComponent);
  if (workspace === undefined || user === undefined || collection === undefined || more.length > 0) return null;
  return scopeOf({ workspace, user, collection });
}

/** Whether two scopes are the same. */
export function isSameScope(one: Scope, other: Scope): boolean {
  return scopeKey(one) === scopeKey(other);
}
