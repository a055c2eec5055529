/** How many ranks the memory moved that moved most; one that left or entered the list moved to or from the first rank below it. */
export function mostMoved(before: readonly string[], after: readonly string[]): number {
  const below = Math.max(before.length, after.length);
  const rankIn = (list: readonly string[], id: string) => (list.includes(id) ? list.indexOf(id) : below);
  return Math.max(0, ...[...before, ...after].map((id) => Math.abs(rankIn(before, id) - rankIn(after, id))));
}
