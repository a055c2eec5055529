import { createHash } from 'node:crypto';

/** A message as a summary covers it. */
export interface CoveredMessage {
  readonly id: string;
  readonly text: string;
  readonly tokens: number;
}

/** Consecutive messages that are summarised together. Its key changes whenever one of them does. */
export interface Chunk {
  readonly key: string;
  readonly messages: readonly CoveredMessage[];
  readonly tokens: number;
}

const chunkTokens = 1_500;
const groupSize = 5;

/** Messages in chunks of about 1,500 tokens. Only the last one changes when messages are appended: the others keep their keys. */
export function chunksOf(messages: readonly CoveredMessage[]): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let open: CoveredMessage[] = [];
  let tokens = 0;
  const close = () => {
    if (open.length > 0) chunks.push({ key: keyOf(open), messages: open, tokens });
    open = [];
    tokens = 0;
  };
  for (const message of messages) {
    open.push(message);
    tokens += message.tokens;
    if (tokens >= chunkTokens) close();
  }
  close();
  return chunks;
}

/** Summaries in groups of five, in order: all but the last group stay as they are when more come. */
export function groupsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / groupSize) }, (_, index) =>
    items.slice(index * groupSize, (index + 1) * groupSize),
  );
}

function keyOf(messages: readonly CoveredMessage[]): string {
  const hash = createHash('sha256');
  for (const { id, text } of messages) hash.update(JSON.stringify([id, text]));
  return hash.digest('hex').slice(0, 32);
}
