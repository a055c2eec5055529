import type { ErrorType } from '@agent-mem/contract/error';

/** What a `MemoryError` says beside its kind and its message. */
export interface MemoryErrorOptions extends ErrorOptions {
  /** Default false. */
  readonly retryable?: boolean;
  /** Milliseconds that the fleet asks to wait before the next try. Default: none. */
  readonly retryAfterMs?: number | null;
}

/** Why a call failed. Its message names the member of the request or the thing that is wrong, and what to do. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  /** What kind of refusal or failure. */
  readonly type: ErrorType;
  /** The same call may succeed later. */
  readonly retryable: boolean;
  /** Milliseconds that the fleet asks to wait before the next try; null where it asks for none. */
  readonly retryAfterMs: number | null;

  constructor(type: ErrorType, message: string, { retryable = false, retryAfterMs = null, ...options }: MemoryErrorOptions = {}) {
    super(message, options);
    this.type = type;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}
