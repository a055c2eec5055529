/** How far a long work has come. */
export interface Progress {
  /** What is counted, in the plural: `documents`. */
  readonly what: string;
  readonly done: number;
  /** `null`: not known. */
  readonly total: number | null;
}

/** Called as the work goes on, often. It may throw to end the work. */
export type ReportProgress = (progress: Progress) => void;
