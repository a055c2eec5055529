import { OperationError } from '@agent-mem/contract';

/** Most bytes of JSON that the items of one answer take, well below what a message on the bus may have. */
export const answerBytes = 524_288;

/** Bytes a value takes as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** How many items, from the first on, fit into so many bytes of JSON. */
export function countFitting(items: readonly unknown[], maxBytes: number = answerBytes): number {
  let bytes = 0;
  for (const [place, item] of items.entries()) {
    bytes += jsonBytes(item) + 1;
    if (bytes > maxBytes) return place;
  }
  return items.length;
}

/** Refuses what no answer could carry back. */
export function checkCarriable(name: string, value: unknown): void {
  const bytes = jsonBytes(value);
  if (bytes <= answerBytes) return;
  throw new OperationError('invalid-argument', `${name}: must be at most ${answerBytes} bytes of JSON in all, got ${bytes}`);
}
