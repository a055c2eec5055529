import type { Logger } from '@agent-mem/runtime';
import type { VaultRepository } from '@agent-mem/vault';
import type { FollowedScopes, LookedAt } from '../follow/followed-scopes.ts';
import { CommitQueue } from './commit-queue.ts';
import { Turns } from './turns.ts';

/** The versions of a vault in git, beside its files. */
export class Versions {
  readonly #repository: VaultRepository;
  readonly #queue: CommitQueue;
  readonly #turns = new Turns();
  #isInLine = false;

  constructor(repository: VaultRepository, log: Logger) {
    this.#repository = repository;
    this.#queue = new CommitQueue(repository, log);
  }

  /** A commit of this process is being made. */
  get isCommitting(): boolean {
    return this.#queue.isWorking;
  }

  /** Takes what a look has written. The first one commits whatever a crash, or a time without versions, has left. */
  async take(look: LookedAt, scopes: FollowedScopes, now: number): Promise<void> {
    const hindrance = this.#isInLine ? null : await this.#repository.prepare();
    if (hindrance !== null) return this.#queue.report(hindrance);
    if (this.#isInLine) {
      this.#queue.add([...this.#turns.take(look.written, now), { paths: look.erased, message: 'Erased for good' }]);
      this.#queue.add(this.#turns.over(now));
    } else {
      const paths: string[] = [];
      for (const path of await this.#repository.changedPaths()) if (await scopes.isOwn(path)) paths.push(path);
      this.#queue.add([{ paths, message: 'The vault as memory has it' }]);
      this.#isInLine = true;
    }
    this.#queue.start();
  }

  /** Commits what is left. */
  async end(now: number): Promise<void> {
    this.#queue.add(this.#turns.over(now, true));
    await this.#queue.settled();
  }
}
