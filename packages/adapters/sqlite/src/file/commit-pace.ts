/** Turns that one commit waits at most: each write in it is late by no more than these. */
const mostTurns = 16;

/** Of commits that one lone write waits for, every so many waits a turn to see whether that brings another. */
const tryEvery = 32;

/**
 * Says at the end of each turn of the event loop whether a commit waits for the next one. Where messages are handed over one a turn, as
 * the native Pulsar client does it, commits that wait gather many writes for one fsync. Where a turn brings several writes, or a
 * wait brought none the last time, none waits.
 */
export class CommitPace {
  #waitPays = false;
  #lone = 0;
  /** Of the commit that is gathered now. */
  #turns = 0;
  #seen = 0;

  /** `queued` writes wait at the end of this turn, at least one. */
  waits(queued: number): boolean {
    const brought = queued - this.#seen;
    const goesOn = this.#turns === 0 ? brought === 1 && this.#mayPay() : brought === 1 && this.#turns < mostTurns;
    if (goesOn) {
      this.#turns += 1;
      this.#seen = queued;
      return true;
    }
    if (this.#turns > 0) this.#waitPays = queued > 1;
    this.#turns = 0;
    this.#seen = 0;
    return false;
  }

  #mayPay(): boolean {
    if (this.#waitPays) return true;
    this.#lone = (this.#lone + 1) % tryEvery;
    return this.#lone === 0;
  }
}
