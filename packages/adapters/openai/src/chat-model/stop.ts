/** The text before the first of the stops. Servers that know no stops write on. */
export function cutAtStop(text: string, stops: readonly string[]): string {
  const offsets = stops.map((stop) => text.indexOf(stop)).filter((offset) => offset >= 0);
  return offsets.length === 0 ? text : text.slice(0, Math.min(...offsets));
}

/** The same for pieces: holds back what may be the beginning of a stop, and reads no further than one. */
export async function* cutStreamAtStop(pieces: AsyncIterable<string>, stops: readonly string[]): AsyncGenerator<string> {
  const longest = Math.max(0, ...stops.map(({ length }) => length));
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    const cut = cutAtStop(held, stops);
    if (cut !== held) {
      if (cut !== '') yield cut;
      return;
    }
    const safe = held.length - beginningOfStop(held, stops, longest);
    if (safe > 0) yield held.slice(0, safe);
    held = held.slice(safe);
  }
  if (held !== '') yield held;
}

/** Length of the longest end of the text that begins one of the stops. */
function beginningOfStop(text: string, stops: readonly string[], longest: number): number {
  for (let length = Math.min(longest - 1, text.length); length > 0; length--) {
    const end = text.slice(-length);
    if (stops.some((stop) => stop.startsWith(end))) return length;
  }
  return 0;
}
