/** The text, or as much of it as fits into so many bytes of UTF-8 with a mark that says what was cut. */
export function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return text;
  const mark = ` … [cut: the first part of ${bytes} bytes]`;
  const room = Math.max(0, maxBytes - Buffer.byteLength(mark));
  return firstBytes(text, room) + mark.slice(0, maxBytes);
}

/** The longest beginning of a text that fits into so many bytes of UTF-8. */
function firstBytes(text: string, maxBytes: number): string {
  // A sign that is cut in two becomes one replacement character.
  return Buffer.from(text)
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}

/** Makes what a model or a tool wrote fit for messages: no control characters but line breaks and tabs, no half signs. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '');
}

/** `plainText` for a text in pieces: a sign that is cut between two pieces stays whole. */
export function plainPieces(): (piece: string) => string {
  let half = '';
  return (piece) => {
    const text = half + piece;
    half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? '';
    return plainText(half === '' ? text : text.slice(0, -1));
  };
}
