/** Makes vectors of texts. The same text gives the same vector, whatever it stands beside. */
export interface Embedder {
  /** Name, version and dimension in one: two ids mean two kinds of vectors, which are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** One vector of unit length for each text, in order; a text with nothing to embed gives zeros. */
  embed(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly Float32Array[]>;
}
