import type { Logger } from '@agent-mem/runtime';
import { passingState } from '@agent-mem/vault';

/** Whether a vault's files are such as a person decided on: in the middle of a merge, or while git shows an earlier commit, they are not. */
export class PassingRepository {
  readonly #folder: string;
  readonly #log: Logger;
  #reason: string | null = null;
  #isReported = false;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Says of each reason once that changes wait for it. The lock of a short command, such as `git status`, is gone at the next question. */
  async isPassing(): Promise<boolean> {
    const reason = await passingState(this.#folder);
    const lasts = reason !== null && reason === this.#reason;
    if (lasts && !this.#isReported)
      this.#log.warn({ folder: this.#folder, reason }, 'what was changed in the vault by hand is taken in once that is over');
    this.#isReported = lasts;
    this.#reason = reason;
    return reason !== null;
  }
}
