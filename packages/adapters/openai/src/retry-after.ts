/** When a server wants to be asked again, in milliseconds from now; `null`: it does not say. */
export function retryAfterOf(headers: Headers | undefined, now: number = Date.now()): number | null {
  const after = headers?.get('retry-after') ?? '';
  const ms = /^\s*[\d.]+\s*$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
