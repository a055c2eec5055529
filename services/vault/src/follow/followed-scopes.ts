import { join } from 'node:path';
import { type Clock, type Scope, scopeKey, scopeOf } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import type { Logger, Ports } from '@agent-mem/runtime';
import { scopeFolder, type VaultScopes } from '@agent-mem/vault';
import { type OpenScope, openScope, saveScope } from '../open-scope.ts';
import { takeIn } from '../take-in/take-in.ts';
import { type Followed, followScope } from './follow-scope.ts';

/** What following stands on. */
export interface FollowOptions {
  /** The folder of the vault. */
  readonly folder: string;
  readonly scopes: VaultScopes;
  readonly graph: Ports['graph'];
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Takes in what persons change; `null`: nobody does. */
  readonly caller: Pick<Caller, 'call'> | null;
}

/** A scope as far as it was followed. */
interface FollowedScope {
  readonly open: OpenScope;
  /** Of its files, from the folder of the vault. */
  readonly prefix: string;
  followed: Followed | null;
  /** Paths whose changes wait for a service that was away. */
  again: readonly string[];
}

/** The scopes of a vault with their files, each opened when it is seen first. */
export class FollowedScopes {
  readonly #options: FollowOptions;
  readonly #scopes = new Map<string, FollowedScope | null>();
  /** What was reported of each path: once is enough. */
  readonly #refused = new Map<string, string>();

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /**
   * Looks at each scope once: takes in what was changed by hand, then writes what memory has changed.
   *
   * @param changed paths from the folder of the vault to which something has happened. At the first look all are looked at.
   */
  async look(changed: readonly string[]): Promise<void> {
    const { clock, signal } = this.#options;
    for await (const scope of this.#all()) {
      signal.throwIfAborted();
      const followed = await this.#scope(scope);
      if (!followed) continue;
      const now = clock.now();
      followed.again = await this.#takeIn(followed, changed);
      const look = await followScope(followed.open, followed.followed, signal, now);
      followed.followed = look.followed;
      await saveScope(followed.open);
    }
  }

  async #takeIn({ open, prefix, followed, again }: FollowedScope, changed: readonly string[]): Promise<readonly string[]> {
    const { caller } = this.#options;
    if (!caller) return [];
    const own = changed.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
    const known = followed ? [] : [...open.snapshot.files()].map(({ path }) => path);
    const there = followed ? [] : await Array.fromAsync(open.files.paths());
    const paths = [...there, ...known, ...own, ...again];
    const refuse = (path: string, line: number | null, reason: string) => this.#refuse(`${prefix}${path}`, line, reason);
    return paths.length === 0 ? [] : await takeIn(paths, { ...open, caller, refuse });
  }

  #refuse(file: string, line: number | null, reason: string): void {
    const said = `${line} ${reason}`;
    if (this.#refused.get(file) === said) return;
    this.#refused.set(file, said);
    this.#options.log.warn({ file, line, reason }, 'a change in the vault was not taken in');
  }

  async *#all(): AsyncIterable<Scope> {
    const { graph, scopes } = this.#options;
    if (scopes === 'all') yield* graph.scopes();
    else yield scopeOf(scopes);
  }

  async #scope(scope: Scope): Promise<FollowedScope | null> {
    const key = scopeKey(scope);
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const { folder, scopes, graph, log } = this.#options;
    const own = scopeFolder(scope, scopes);
    const scopeName = scopes === 'all' ? key : null;
    const opened = own === null ? null : await openScope(join(folder, own), { scope, graph, log, scopeName });
    const followed = opened && { open: opened, prefix: own ? `${own}/` : '', followed: null, again: [] };
    this.#scopes.set(key, followed);
    return followed;
  }
}
