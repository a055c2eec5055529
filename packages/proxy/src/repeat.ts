import type { Headers } from './conversation-key.ts';

/** What a request says of being sent more than once. */
export interface Repeat {
  /** `Idempotency-Key`: the same in each attempt, and in no other request. `null`: it has none. */
  readonly key: string | null;
  /** The client counts its attempts, and this is not the first. */
  readonly isLaterAttempt: boolean;
}

/** Reads it: most clients send a key where their program sets one, and those of OpenAI and Anthropic count their attempts. */
export function repeatIn(headers: Headers): Repeat {
  const { 'idempotency-key': key, 'x-stainless-retry-count': retries } = headers;
  return { key: typeof key === 'string' && key !== '' ? key : null, isLaterAttempt: Number(retries ?? 0) > 0 };
}
