/** An address or a path without the slashes at its end, so that more can be joined to it by one. */
export function withoutLastSlashes(text: string): string {
  // Looks behind: else a search would begin at each slash of a long row.
  return text.replace(/(?<!\/)\/+$/, '');
}
