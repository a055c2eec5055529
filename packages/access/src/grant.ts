import type { Permission } from '@agent-mem/contract';

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
}
