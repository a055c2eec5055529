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
  let text = '';
  return {
    get text() {
      return text;
    },
    add(piece) {
      if (typeof piece === 'string' && text.length < mostCharacters) text += piece;
    },
  };
}
