/** Texts in pages of at most so many bytes of UTF-8, at least four. A longer text goes on over as many pages as it takes: the pages together are all of them. */
export function pagesOf(texts: readonly string[], pageBytes: number): readonly string[] {
  const pages: string[] = [];
  let room = 0;
  for (const piece of texts.flatMap((text) => piecesOf(text, pageBytes))) {
    const bytes = Buffer.byteLength(piece) + 1;
    if (pages.length > 0 && bytes <= room) {
      pages[pages.length - 1] += `\n${piece}`;
      room -= bytes;
    } else {
      pages.push(piece);
      room = pageBytes - bytes + 1;
    }
  }
  return pages;
}

/** A text in pieces of at most so many bytes. No character lies across two. */
function piecesOf(text: string, mostBytes: number): readonly string[] {
  const bytes = Buffer.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + mostBytes, bytes.length);
    while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    pieces.push(bytes.toString('utf8', start, end));
    start = end;
  }
  return pieces;
}
