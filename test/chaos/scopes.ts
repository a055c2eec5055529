/** A scope as a request names it. */
export interface ScopeFields {
  readonly workspace?: string;
  readonly user?: string;
  readonly collection?: string;
}

/** Each differs from the first in one part. */
export const scopes: readonly ScopeFields[] = [
  { workspace: 'home', user: 'anne', collection: 'all' },
  { workspace: 'home', user: 'bo', collection: 'all' },
  { workspace: 'work', user: 'anne', collection: 'all' },
  { workspace: 'home', user: 'anne', collection: 'private' },
];

/** Which scope an operation belongs to, by its number. */
export function scopeOfNumber(number: number): ScopeFields {
  return scopes[number % scopes.length] as ScopeFields;
}

/** Whether a text that an operation left is of this scope: each names the number of its operation first. */
export function isOfScope(text: string, scope: ScopeFields): boolean {
  const [number] = /\d+/.exec(text) ?? [];
  return number === undefined || scopeOfNumber(Number(number)) === scope;
}
