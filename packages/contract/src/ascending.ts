/** The order of two texts, by code units, or of two numbers; `null` comes first. */
export function ascending(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
