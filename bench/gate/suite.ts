/** A question with what it was answered with. */
export interface Answered {
  /** Part of the suite whose questions stand in one line of the baseline. */
  readonly group: string;
  readonly id: string;
  /** All that answers it; never empty. */
  readonly gold: readonly string[];
  /** Best first. */
  readonly found: readonly string[];
}

/** Questions whose answers must not get worse. */
export interface Suite {
  readonly name: string;
  /** Recall is taken among the first so many. */
  readonly k: number;
  /** Puts every question; the same ones in the same order each time. */
  ask(): Promise<readonly Answered[]>;
}
