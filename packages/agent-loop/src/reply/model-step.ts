/** One call that the model wants made. */
export interface WantedCall {
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Why `args` could not be read; the model gets it as the observation. */
  readonly problem: string | null;
}

/** What the model wants next, as read from its text or from the calls beside it. */
export type ModelStep =
  | ({ readonly kind: 'action'; readonly thought: string } & WantedCall)
  /** Calls of a model that has them beside its text; at least one. */
  | { readonly kind: 'calls'; readonly thought: string; readonly calls: readonly WantedCall[] }
  | { readonly kind: 'answer'; readonly thought: string; readonly answer: string }
  | {
      readonly kind: 'unusable';
      readonly thought: string;
      /** All that could still serve as an answer; may be empty. */
      readonly text: string;
      readonly reason: string;
    };

/** A part of a thought or an answer, as the model writes it. The last part of each has `complete`, and may be empty. */
export interface ModelPiece {
  readonly part: 'thought' | 'answer';
  readonly text: string;
  readonly complete: boolean;
}
