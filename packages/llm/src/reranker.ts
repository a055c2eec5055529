/** Judges how well texts answer a query by reading both together. */
export interface Reranker {
  readonly id: string;
  /** A logit for each text, in order. */
  rerank(query: string, texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly number[]>;
}
