import type { Logger } from '@agent-mem/runtime';
import type { VaultRepository } from '@agent-mem/vault';

/** What goes into one commit. */
export interface PendingCommit {
  /** From the folder of the vault. */
  readonly paths: readonly string[];
  readonly message: string;
}

/** Commits one after the other, beside everything else: nothing waits for git. What cannot be committed now stays, and is tried again. */
export class CommitQueue {
  readonly #repository: VaultRepository;
  readonly #log: Logger;
  #waiting: PendingCommit[] = [];
  #working: Promise<void> | null = null;
  #hindrance: string | null = null;

  constructor(repository: VaultRepository, log: Logger) {
    this.#repository = repository;
    this.#log = log;
  }

  get isWorking(): boolean {
    return this.#working !== null;
  }

  add(commits: readonly PendingCommit[]): void {
    this.#waiting.push(...commits.filter(({ paths }) => paths.length > 0));
  }

  /** Begins to commit what waits, if nothing is being committed. */
  start(): void {
    if (this.#working || this.#waiting.length === 0) return;
    this.#working = this.#work().finally(() => {
      this.#working = null;
    });
  }

  /** Resolves when everything is committed that can be now. */
  async settled(): Promise<void> {
    this.start();
    await this.#working;
  }

  async #work(): Promise<void> {
    try {
      const hindrance = await this.#repository.hindrance();
      if (hindrance !== null) return this.report(hindrance);
      for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
        await this.#repository.commit(next.paths, next.message);
        this.#waiting.shift();
      }
      this.#hindrance = null;
    } catch (error) {
      this.report((error as Error).message);
    }
  }

  /** Says why nothing can be committed: each reason once, until it is over. */
  report(hindrance: string): void {
    if (hindrance !== this.#hindrance)
      this.#log.warn({ folder: this.#repository.folder, reason: hindrance }, 'the vault is not committed; it is tried again');
    this.#hindrance = hindrance;
  }
}
