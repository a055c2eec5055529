/** The entries of a table as alternatives of a pattern: divided by " | " or a new line; "_" at the end of one is a space that counts. */
export function listOf(table: string): string {
  return table
    .trim()
    .split(/ \| |\n\s*/)
    .map((entry) => entry.replace(/_$/, ' '))
    .join('|');
}

/** The same as one group of a pattern. */
export function anyOf(table: string): string {
  return `(?:${listOf(table)})`;
}
