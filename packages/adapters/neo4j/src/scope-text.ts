import { type Scope, scopeKey, sha256 } from '@agent-mem/contract';

const longest = 200;

/**
 * The scope as one text, the same for the same scope and no other: the first part of every index.
 * Long ones are hashed, as an index takes keys of 8 KB at most; the members stand on the scope's own node.
 */
export function scopeText(scope: Scope): string {
  const key = scopeKey(scope);
  // No key looks like a hash: it has two slashes, and escapes colons.
  return key.length <= longest ? key : `sha256:${sha256(key)}`;
}
