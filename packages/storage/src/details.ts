import type { Scope } from '@agent-mem/contract';
import type { JsonObject } from './graph.ts';

/** What is known of a payload beside its bytes. */
export interface StoredDetail {
  /** SHA-256 of the content, hex. */
  readonly hash: string;
  readonly sizeBytes: number;
  readonly memoryKey: string;
  readonly contentType: string;
  readonly metadata: JsonObject;
  readonly createdAt: string;
}

/**
 * Large payloads, byte-exact. Written before the node that refers to them. Each key holds one: putting it again replaces all of it,
 * also its `createdAt`, so that the sweeper does not take what a repeated command is about to refer to.
 */
export interface Details {
  /** Durable when it resolves. */
  put(
    scope: Scope,
    detail: {
      readonly memoryKey: string;
      readonly contentType: string;
      readonly metadata: JsonObject;
      readonly createdAt: string;
    },
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<StoredDetail>;
  stat(scope: Scope, memoryKey: string): Promise<StoredDetail | null>;
  /** The bytes from `offset` on, at most `maxBytes`; fewer at the end. `null`: not there. Never loads more than it answers. */
  read(
    scope: Scope,
    memoryKey: string,
    range: { readonly offset: number; readonly maxBytes: number },
  ): Promise<Uint8Array | null>;
  /**
   * Details whose text holds at least one of the words: those with more of them first, then those that repeat them, then the newest.
   * Words are runs of letters and digits, whatever their case (`wordsOf`). Content that is not UTF-8 text is never found.
   */
  search(scope: Scope, query: { readonly words: readonly string[]; readonly limit: number }): Promise<readonly StoredDetail[]>;
  delete(scope: Scope, memoryKey: string): Promise<void>;
}

/** What crosses scopes, for the sweeper, checks and archives, and health checks; never for a handler. */
export interface DetailsMaintenance {
  /**
   * Details with their scope, the oldest first: those made before a time, those of one scope, or all.
   * Read page by page: what is deleted meanwhile may be left out.
   */
  stored(query?: {
    readonly before?: string;
    readonly scope?: Scope;
  }): AsyncIterable<{ readonly scope: Scope; readonly detail: StoredDetail }>;
  /** Every scope that has a detail, once. Costs as much as there are scopes, and not as there are details. */
  scopes(): AsyncIterable<Scope>;
  /** Erases for good what was deleted before this time, and what never came in whole; answers how many. Some stores erase at once: 0. */
  erase(before: string): Promise<number>;
  /** Erases for good and at once what is under these keys, or everything of a scope, deleted ones included. Answers how many. */
  purge(scope: Scope, what: 'everything' | readonly string[]): Promise<number>;
  /** Leaves nothing of what was removed in the files of this process; where a server keeps them, that is the server's. */
  scrub(): Promise<void>;
  check(signal?: AbortSignal): Promise<void>;
}
