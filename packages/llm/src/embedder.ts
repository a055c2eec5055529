/** How alike another word is in meaning, −1 to 1. */
export type WordLikeness = (other: string) => number;

/** Makes vectors of texts. The same text gives the same vector, whatever it stands beside. */
export interface Embedder {
  /** Name, version and dimension in one: two ids mean two kinds of vectors, which are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * One vector of unit length for each text, in order; a text with nothing to embed gives zeros. `null`: the embedder refuses this text, which
   * takes no others with it.
   */
  embed(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly (Float32Array | null)[]>;
  /** Compares one word with others, at once. `null`: the embedder does not know the word as a whole, such as a slip. Absent: it compares no words. */
  likenessTo?(word: string): WordLikeness | null;
}
