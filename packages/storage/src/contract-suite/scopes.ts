import { randomUUID } from 'node:crypto';
import { type Scope, scopeOf } from '@agent-mem/contract';

/** A scope that nobody else uses. */
export function freshScope(): Scope {
  return scopeOf({ workspace: `test-${randomUUID()}`, user: 'user', collection: 'default' });
}

type Members = readonly [workspace: string, user: string, collection: string];

/** Scopes that a store which joins or escapes their members carelessly would take for each other. */
export function lookAlikeScopes(): readonly Scope[] {
  const unique = randomUUID();
  const joined = ['', '/', ':', '|', '.', '%2F'].flatMap((by): Members[] => [
    [`a${by}b`, 'c', 'd'],
    ['a', `b${by}c`, 'd'],
    ['a', 'b', `c${by}d`],
  ]);
  const others: readonly Members[] = [
    ['A/B', 'c', 'd'],
    ['a/b', 'c', 'd '],
    ['a_b', 'c', 'd'],
    ['a%', 'c', 'd'],
    ['ä', 'ü', '記憶'],
    ['a', 'default', 'default'],
    ['default', 'a', 'default'],
  ];
  return [...joined, ...others].map(([workspace, user, collection]) =>
    scopeOf({ workspace: `${unique}/${workspace}`, user, collection }),
  );
}
