/** A message as a summary covers it. One that is not shown has no text and takes no tokens, and holds its position. */
export interface CoveredMessage {
  readonly id: string;
  readonly version: number;
  /** Place in the conversation, from 1. */
  readonly position: number;
  readonly role: string;
  readonly text: string;
  readonly tokens: number;
  /** Its tokens, shown or not. */
  readonly size: number;
  /** A summary is made of it: it is in use, and will be for a while. */
  readonly isSource: boolean;
}

/** Consecutive messages that are summarised together. */
export interface Chunk {
  readonly messages: readonly CoveredMessage[];
  readonly tokens: number;
}

const chunkTokens = 1_500;
const chunkMessages = 100;
const groupSize = 5;

/**
 * Messages in whole chunks of about 1,500 tokens, and what is left behind the last: messages that are appended change only that. Messages that go
 * change only their own chunk, since a chunk is cut by the tokens that its messages had.
 */
export function chunksOf(messages: readonly CoveredMessage[]): {
  readonly chunks: readonly Chunk[];
  readonly rest: readonly CoveredMessage[];
} {
  const chunks: Chunk[] = [];
  let open: CoveredMessage[] = [];
  let size = 0;
  for (const message of messages) {
    open.push(message);
    size += message.size;
    if (size < chunkTokens && open.length < chunkMessages) continue;
    chunks.push({ messages: open, tokens: open.reduce((sum, { tokens }) => sum + tokens, 0) });
    open = [];
    size = 0;
  }
  return { chunks, rest: open };
}

/** Items in whole groups of five, and what is left behind the last: items that come change only that. */
export function groupsOf<Item>(items: readonly Item[]): {
  readonly groups: readonly (readonly Item[])[];
  readonly rest: readonly Item[];
} {
  const whole = Math.floor(items.length / groupSize);
  const groups = Array.from({ length: whole }, (_, index) => items.slice(index * groupSize, (index + 1) * groupSize));
  return { groups, rest: items.slice(whole * groupSize) };
}
