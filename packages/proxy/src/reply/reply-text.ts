/** More of a reply is not looked at: it is stored without its middle anyway. */
const mostCharacters = 1_048_576;

/** The text of a reply, as it comes in pieces. */
export interface ReplyText {
  readonly text: string;
  /** What is no text is left out. */
  add(piece: unknown): void;
}

/** An empty one. It holds so much and no more. */
export function createReplyText(): ReplyText {
  const pieces: string[] = [];
  let length = 0;
  return {
    get text() {
      return pieces.join('');
    },
    add(piece) {
      if (typeof piece !== 'string' || length >= mostCharacters) return;
      pieces.push(piece);
      length += piece.length;
    },
  };
}
