/** A number in as many digits as mean something. */
export function short(value: number): string {
  return value === 0 ? '0' : value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}

/** A table in Markdown; nothing without rows. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
