/** What a caller may say beside the request. */
export interface CallOptions {
  /** Milliseconds until the answer is of no use, from 1 to 600,000. Default 10,000; where a stream is read, 120,000. */
  readonly timeoutMs?: number;
  /** Makes a repeated call have one effect and the same answer. Default: one of its own for each call, the same for each of its tries. */
  readonly idempotencyKey?: string;
  /** Aborting it ends the call with `cancelled`. */
  readonly signal?: AbortSignal;
}
