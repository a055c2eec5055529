import { join } from 'node:path';
import { type Clock, type Scope, scopeKey, scopeOf } from '@agent-mem/contract';
import type { Logger, Ports } from '@agent-mem/runtime';
import { scopeFolder, type VaultScopes } from '@agent-mem/vault';
import { type OpenScope, openScope, saveScope } from '../open-scope.ts';
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
}

/** The scopes of a vault with their files, each opened when it is seen first. */
export class FollowedScopes {
  readonly #options: FollowOptions;
  readonly #open = new Map<string, { readonly open: OpenScope; followed: Followed | null }>();

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** Looks at each scope once. */
  async look(): Promise<void> {
    const { clock, signal } = this.#options;
    for await (const scope of this.#scopes()) {
      signal.throwIfAborted();
      const entry = await this.#entry(scope);
      if (!entry) continue;
      const { followed } = await followScope(entry.open, entry.followed, signal, clock.now());
      entry.followed = followed;
      await saveScope(entry.open);
    }
  }

  async *#scopes(): AsyncIterable<Scope> {
    const { graph, scopes } = this.#options;
    if (scopes === 'all') yield* graph.scopes();
    else yield scopeOf(scopes);
  }

  async #entry(scope: Scope) {
    const key = scopeKey(scope);
    const known = this.#open.get(key);
    if (known) return known;
    const { folder, scopes, graph, log } = this.#options;
    const own = scopeFolder(scope, scopes);
    if (own === null) return null;
    const scopeName = scopes === 'all' ? key : null;
    const entry = { open: await openScope(join(folder, own), { scope, graph, log, scopeName }), followed: null };
    this.#open.set(key, entry);
    return entry;
  }
}
