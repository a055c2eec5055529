/** The pieces, until they are too many bytes: then it rejects, after what still fits. */
export async function* boundedPieces(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  for await (const piece of pieces) {
    if (piece.length > left) {
      if (left > 0) yield piece.subarray(0, left);
      throw new Error(`The answer is longer than ${maxBytes} bytes; the rest was not read`);
    }
    left -= piece.length;
    yield piece;
  }
}
