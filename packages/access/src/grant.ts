import { type Permission, permissions, textsIn } from '@agent-mem/contract';
import type { OwnLimits } from './limits/key-limits.ts';

/** What a credential allows. Of each list of names `null` stands for all. */
export interface Grant {
  readonly permissions: readonly Permission[];
  readonly workspaces: readonly string[] | null;
  /** All: its holder acts for many users, and names one in each request. */
  readonly users: readonly string[] | null;
  readonly collections: readonly string[] | null;
}

/** Who asks. */
export interface Principal extends Grant {
  /** Of a key `key:` and its id, of a JWT `jwt:` and its subject. */
  readonly id: string;
  /** For people; empty: it has none. */
  readonly name: string;
  /** What its permissions were read from, where its holder may not know that; absent: it was made with them. */
  readonly permissionsFrom?: string;
  /** How much it may ask, where it says so itself. */
  readonly limits?: OwnLimits;
  /** A program or a message of the fleet itself: what it does was counted where somebody asked for it. */
  readonly isOwn?: boolean;
}

/** Those of these words that are permissions. */
export function permissionsIn(words: readonly string[]): readonly Permission[] {
  const known: readonly string[] = permissions;
  return words.filter((each): each is Permission => known.includes(each));
}

/** A list of a grant as it was stored or signed: `null` for all; what is no list names nobody. */
export function namesIn(list: unknown): readonly string[] | null {
  return list === null ? null : textsIn(list);
}
