/** Milliseconds that a request has where its caller names no time. */
const forTheAnswer = 10_000;

/** Default time of a request, in milliseconds: 10,000, and what it asks its service to wait (`wait_ms`). */
export function defaultTimeoutMs(request: unknown): number {
  const { wait_ms } = (request ?? {}) as { readonly wait_ms?: unknown };
  return forTheAnswer + (typeof wait_ms === 'number' && wait_ms > 0 ? wait_ms : 0);
}
