const lineNumberWidth = 6;

/** Lines with their numbers, as the memory tool shows them. `from`: the number of the first. */
export function numberedLines(lines: readonly string[], from: number): string {
  return lines.map((line, index) => `${String(index + from).padStart(lineNumberWidth, ' ')}\t${line}`).join('\n');
}

/** Bytes as the memory tool shows them. */
export function fileSize(bytes: number): string {
  const units = ['B', 'K', 'M', 'G'];
  const unit = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** unit;
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${units[unit]}`;
}
