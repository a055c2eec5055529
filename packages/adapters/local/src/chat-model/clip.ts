/** A text on one line, cut to so many characters with "…" at the end. */
export function clip(text: string, maxCharacters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
