const mark = ' […]';

/** The text, or as much of its beginning as fits into so many bytes of UTF-8, with a mark that says it was cut. */
export function cutText(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text).subarray(0, maxBytes - Buffer.byteLength(mark));
  // A sign that the cut went through decodes to U+FFFD; at most three bytes of it are left.
  return `${bytes.toString('utf8').replace(/\uFFFD{1,3}$/, '')}${mark}`;
}
