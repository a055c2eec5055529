/** Milliseconds before the next try: doubling from `minMs` to `maxMs`, half of it random so that many do not come back at once. */
export function backoffMs(
  attempt: number,
  range: { readonly minMs: number; readonly maxMs: number },
  random: () => number,
): number {
  const full = Math.min(range.maxMs, range.minMs * 2 ** (attempt - 1));
  return full / 2 + random() * (full / 2);
}
