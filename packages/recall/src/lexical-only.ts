import type { Scope } from '@agent-mem/contract';

/** Whether a scope is one of those found by words alone. */
export type LexicalOnly = (scope: Scope) => boolean;

/**
 * Reads patterns `workspace/user/collection`, separated by commas or spaces. `*` stands for any run of characters within a part; what
 * separates is written percent-encoded. Throws an `Error` that says what is accepted.
 */
export function lexicalOnlyScopes(text: string): LexicalOnly {
  const patterns = text
    .split(/[\s,]+/)
    .filter((pattern) => pattern !== '')
    .map(patternOf);
  return ({ workspace, user, collection }) =>
    patterns.some((parts) => [workspace, user, collection].every((name, index) => parts[index]?.test(name)));
}

function patternOf(pattern: string): readonly RegExp[] {
  const parts = pattern.split('/');
  if (parts.length !== 3 || parts.includes('')) throw new Error(`must be patterns workspace/user/collection, got "${pattern}"`);
  return parts.map((part) => {
    const literal = part.split('*').map((piece) => RegExp.escape(decodeURIComponent(piece)));
    return new RegExp(`^${literal.join('.*')}$`, 'su');
  });
}
