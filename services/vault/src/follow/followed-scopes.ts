import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, isWithin, type Scope, scopeKey, scopeOf } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import { holdsNoMemory } from '@agent-mem/policy';
import type { Logger, Ports } from '@agent-mem/runtime';
import type { ServiceContext } from '@agent-mem/service-kit';
import { type RefusedFile, scopeFolder, scopeFolders, VaultFiles, type VaultScopes } from '@agent-mem/vault';
import { type OpenScope, openScope, saveScope } from '../open-scope.ts';
import { takeIn } from '../take-in/take-in.ts';
import type { WrittenNode } from '../versions/turns.ts';
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
  readonly requestsFirst: ServiceContext<unknown>['requestsFirst'];
  readonly assertOwned: OpenScope['assertOwned'];
}

/** What a look has changed, with paths from the folder of the vault. */
export interface LookedAt {
  readonly written: readonly WrittenNode[];
  /** Files of what was erased for good. */
  readonly erased: readonly string[];
}

/** The watcher knows a file for certain so long after it was written: one that is removed before that may go unseen. */
const unseenMs = 1_000;

/** A scope as far as it was followed. */
interface FollowedScope {
  readonly open: OpenScope;
  /** Of its files, from the folder of the vault. */
  readonly prefix: string;
  followed: Followed | null;
  /** What was changed before the first look is taken in. */
  isTakenIn: boolean;
  /** Paths whose changes wait for a service that was away. */
  again: readonly string[];
  /** Paths that memory has written, with the time in milliseconds since 1970, until the watcher knows them. */
  readonly fresh: Map<string, number>;
}

/** The scopes of a vault with their files, each opened when it is seen first. */
export class FollowedScopes {
  readonly #options: FollowOptions;
  readonly #scopes = new Map<string, FollowedScope | null>();
  #written: WrittenNode[] = [];
  #erased: string[] = [];
  #hasLooked = false;
  /** What was reported of each path: once is enough. */
  readonly #refused = new Map<string, string>();
  readonly #leftAlone = new Map<string, string>();

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /**
   * Looks at each scope once: takes in what was changed by hand, then writes what memory has changed.
   *
   * @param changed paths from the folder of the vault to which something has happened. At the first look all are looked at. `null`: nothing is taken in now.
   */
  async look(changed: readonly string[] | null): Promise<LookedAt> {
    const { clock, requestsFirst, signal } = this.#options;
    // A person looks at the files: what events of the same facts lead to comes after.
    using _ = requestsFirst.request();
    for await (const scope of this.#all()) {
      signal.throwIfAborted();
      const followed = await this.#scope(scope);
      if (!followed) continue;
      const now = clock.now();
      if (changed !== null) {
        followed.again = await this.#takeIn(followed, changed);
        followed.isTakenIn = true;
      }
      followed.followed = await followScope(followed.open, followed.followed, signal, now);
      await saveScope(followed.open);
    }
    const [written, erased] = [this.#written, this.#erased];
    this.#written = [];
    this.#erased = [];
    return { written, erased };
  }

  /** Whether a path of the vault, as it is now, is of the vault itself: a file that agrees with memory, or one that is gone with memory's knowledge. */
  async isOwn(path: string): Promise<boolean> {
    if (path === '.gitignore') return true;
    const scope = [...this.#scopes.values()].find((each) => each && path.startsWith(`${each.prefix}entries/`));
    if (!scope) return false;
    const { files, snapshot } = scope.open;
    const own = path.slice(scope.prefix.length);
    const [known, file] = [snapshot.ofPath(own), await files.read(own)];
    return file.state === 'missing' ? known === null : file.state === 'text' && file.sha256 === known?.sha256;
  }

  async #takeIn(
    { open, prefix, isTakenIn, again, fresh }: FollowedScope,
    changed: readonly string[],
  ): Promise<readonly string[]> {
    const { caller, clock } = this.#options;
    if (!caller) return [];
    const own = changed.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
    const known = isTakenIn ? [] : [...open.snapshot.files()].map(({ path }) => path);
    const there = isTakenIn ? [] : await Array.fromAsync(open.files.paths());
    const paths = [...there, ...known, ...own, ...again, ...removedUnseen(open.files, fresh, clock.now())];
    const refuse = (path: string, line: number | null, reason: string) => this.#refuse(`${prefix}${path}`, line, reason);
    return paths.length === 0 ? [] : await takeIn(paths, { ...open, caller, refuse }, clock.now());
  }

  #refuse(file: string, line: number | null, reason: string): void {
    const said = `${line} ${reason}`;
    if (this.#refused.get(file) === said) return;
    this.#refused.set(file, said);
    this.#options.log.warn({ file, line, reason }, 'a change in the vault was not taken in');
  }

  #leaveAlone(prefix: string, { place, line, reason }: RefusedFile): void {
    const file = `${prefix}${place}`;
    if (this.#leftAlone.get(file) === reason) return;
    this.#leftAlone.set(file, reason);
    this.#options.log.warn({ file, line, reason }, 'a file of the vault is not changed');
  }

  async *#all(): AsyncIterable<Scope> {
    const { folder, graph, scopes } = this.#options;
    if (scopes !== 'all') return yield scopeOf(scopes);
    const there = new Map<string, Scope>();
    for await (const scope of graph.scopes()) {
      if (holdsNoMemory(scope)) continue;
      there.set(scopeKey(scope), scope);
      yield scope;
    }
    // What was purged is no scope of memory any more, and may have its files.
    const opened = [...this.#scopes.values()].flatMap((each) => (each ? [each.open.scope] : []));
    const left = this.#hasLooked ? [] : await scopesOfFiles(folder, [...there.values()]);
    this.#hasLooked = true;
    yield* [...opened, ...left].filter((scope) => !there.has(scopeKey(scope)));
  }

  async #scope(scope: Scope): Promise<FollowedScope | null> {
    const key = scopeKey(scope);
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const { assertOwned, caller, clock, folder, scopes, graph, log } = this.#options;
    const own = scopeFolder(scope, scopes);
    const obstacle = own ? await new VaultFiles(folder).obstacleAbove(`${own}/entries`) : null;
    if (obstacle) {
      // Not noted: the person may take it away.
      this.#leaveAlone('', obstacle);
      return null;
    }
    const scopeName = scopes === 'all' ? key : null;
    const prefix = own ? `${own}/` : '';
    const fresh: FollowedScope['fresh'] = new Map();
    const wrote: OpenScope['wrote'] = (node, paths) => {
      this.#written.push({ node, paths: paths.map((path) => `${prefix}${path}`) });
      if (caller) for (const path of paths) fresh.set(path, clock.now());
    };
    const erased = (path: string) => void this.#erased.push(`${prefix}${path}`);
    const leftAlone = (refused: RefusedFile) => this.#leaveAlone(prefix, refused);
    const takesIn = caller !== null;
    const opened =
      own === null
        ? null
        : await openScope(join(folder, own), { scope, graph, log, takesIn, scopeName, assertOwned, leftAlone, wrote, erased });
    const followed = opened && { open: opened, prefix, followed: null, isTakenIn: false, again: [], fresh };
    this.#scopes.set(key, followed);
    return followed;
  }
}

/** Paths that were written a while ago and are gone; none of these is looked at again. */
function removedUnseen(files: VaultFiles, fresh: FollowedScope['fresh'], now: number): readonly string[] {
  const known = [...fresh].flatMap(([path, at]) => (isWithin(unseenMs, at, now) ? [] : [path]));
  for (const path of known) fresh.delete(path);
  return known.filter((path) => !existsSync(files.pathOf(path)));
}

/** The scopes of a vault's folders, but for those that are known. */
async function scopesOfFiles(folder: string, known: readonly Scope[]): Promise<readonly Scope[]> {
  if (!existsSync(folder)) return [];
  const places = new Set(known.map((scope) => scopeFolder(scope, 'all')));
  const others = (await scopeFolders(folder)).filter(({ at }) => !places.has(at));
  const scopes = await Promise.all(others.map((each) => each.scope()));
  return scopes.filter((scope) => scope !== null);
}
