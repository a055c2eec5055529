import type { Scoped } from '@agent-mem/contract';

/** Whose events: each part a name, or `null` for any. */
export type ScopePattern = { readonly [Part in keyof Scoped]: string | null };

/** Reads `workspace/user/collection`, each part percent-encoded or `*`, or `*` for all. Throws an error that says what is accepted. */
export function readScopePattern(text: string): ScopePattern {
  const parts = text === '*' ? ['*', '*', '*'] : text.split('/');
  if (parts.length !== 3 || parts.includes('')) throw refusal(text);
  const [workspace = null, user = null, collection = null] = parts.map((part) => (part === '*' ? null : decoded(part, text)));
  return { workspace, user, collection };
}

/** Whether what is of a scope is meant. */
export function fitsScope(pattern: ScopePattern, scope: Scoped): boolean {
  return (['workspace', 'user', 'collection'] as const).every((part) => pattern[part] === null || pattern[part] === scope[part]);
}

function decoded(part: string, text: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refusal(text);
  }
}

function refusal(text: string): Error {
  return new Error(`must be workspace/user/collection, each a name or *, or * for all, got "${text}"`);
}
