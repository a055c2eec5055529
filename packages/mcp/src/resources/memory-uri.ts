/** `memory://nodes/fact_1`: anything remembered, by its id. */
export function nodeUri(id: string): string {
  return `memory://nodes/${encodeURIComponent(id)}`;
}
