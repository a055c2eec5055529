/** Most bytes of a text that is stored, or asked by. */
const mostStoredBytes = 65_536;

const gap = '\n[…]\n';

/** The text, or, where it is longer than is stored, its beginning and its end. */
export function storedText(text: string, mostBytes = mostStoredBytes): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) return text;
  const half = Math.floor((mostBytes - Buffer.byteLength(gap)) / 2);
  return `${wholeCharacters(bytes.subarray(0, half))}${gap}${wholeCharacters(bytes.subarray(bytes.length - half))}`;
}

/** Without the halves of characters at its ends. */
function wholeCharacters(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/^\ufffd+|(?<!\ufffd)\ufffd+$/g, '');
}
