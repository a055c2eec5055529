/** Of longer content so many bytes of its beginning are stored, and as many of its end. */
export const halfBytes = 32 * 1024 * 1024;

/** A run of bytes: the first, and the one behind the last. */
export interface ByteRun {
  readonly start: number;
  readonly end: number;
}

/** The runs of so many bytes that are stored: all of them, or the beginning and the end. */
export function storedRuns(totalBytes: number, half: number = halfBytes): readonly ByteRun[] {
  if (totalBytes <= 2 * half) return [{ start: 0, end: totalBytes }];
  return [
    { start: 0, end: half },
    { start: totalBytes - half, end: totalBytes },
  ];
}

/** What of a part that starts here lies within a run. */
export function partWithin(part: Uint8Array, start: number, run: ByteRun): Uint8Array {
  return part.subarray(Math.max(0, run.start - start), Math.max(0, run.end - start));
}

/** The bytes without the part of a sign at their end, and without that at their beginning where they do not begin the text. */
export function wholeSigns(bytes: Uint8Array, cut: { readonly atStart: boolean; readonly atEnd: boolean }): Uint8Array {
  let start = 0;
  while (cut.atStart && start < Math.min(3, bytes.length) && isInner(bytes[start])) start += 1;
  let end = bytes.length;
  if (cut.atEnd) {
    let first = end - 1;
    while (first > start && end - first < 4 && isInner(bytes[first])) first -= 1;
    if (first >= start && signBytes(bytes[first]) > end - first) end = first;
  }
  return bytes.subarray(start, end);
}

/** Whether a byte of UTF-8 is in a sign, not its first. */
export function isInner(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function signBytes(first: number | undefined): number {
  if (first === undefined || first < 0xc0) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}
