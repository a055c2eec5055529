/** What was looked at, and what came of it. */
export interface Finding {
  readonly what: string;
  /** `warn`: it works, and soon may not. `fail`: it does not work. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly says: string;
  /** What to do about it; empty where nothing is wrong. */
  readonly remedy: string;
}

/** All is well with it. */
export function ok(what: string, says: string): Finding {
  return { what, state: 'ok', says, remedy: '' };
}

/** It works, and soon may not. */
export function warn(what: string, says: string, remedy: string): Finding {
  return { what, state: 'warn', says, remedy };
}

/** It does not work. */
export function fail(what: string, says: string, remedy: string): Finding {
  return { what, state: 'fail', says, remedy };
}

/** The sentence of whatever was thrown. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return error.message === 'fetch failed' && cause instanceof Error ? cause.message || cause.name : error.message;
}
