/** The members of what may be an object. */
export type Members = Readonly<Record<string, unknown>>;

/** Those of an object; of anything else none. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A text; anything else is empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
