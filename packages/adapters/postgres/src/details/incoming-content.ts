import { createHash } from 'node:crypto';
import { WordCount } from '@agent-mem/storage';
import { chunkBytes, maxInlineBytes } from './schema.ts';

/** Where chunks of large content go while it still comes in. */
export interface ChunkSink {
  write(index: number, bytes: Buffer): Promise<void>;
}

/** Content that was received whole: in memory while it is small, else in the sink. */
export interface ReceivedContent {
  readonly hash: string;
  readonly sizeBytes: number;
  readonly words: ReadonlyMap<string, number>;
  /** `null` when it is in the sink. */
  readonly inline: Buffer | null;
}

/** Takes content piece by piece, never more than 1 MiB and a piece of it in memory. `openSink` is called once, for large content. */
export async function receiveContent(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  openSink: () => Promise<ChunkSink>,
): Promise<ReceivedContent> {
  const hash = createHash('sha256');
  const words = new WordCount();
  let held: Buffer[] = [];
  let heldBytes = 0;
  let sizeBytes = 0;
  let sink: ChunkSink | null = null;
  let index = 0;
  for await (const piece of content) {
    hash.update(piece);
    words.add(piece);
    sizeBytes += piece.length;
    held.push(Buffer.from(piece));
    heldBytes += piece.length;
    if (sizeBytes <= maxInlineBytes) continue;
    sink ??= await openSink();
    if (heldBytes < chunkBytes) continue;
    const bytes = Buffer.concat(held);
    const whole = bytes.length - (bytes.length % chunkBytes);
    for (let start = 0; start < whole; start += chunkBytes) await sink.write(index++, bytes.subarray(start, start + chunkBytes));
    held = [Buffer.from(bytes.subarray(whole))];
    heldBytes = bytes.length - whole;
  }
  const rest = Buffer.concat(held);
  if (sink && rest.length > 0) await sink.write(index, rest);
  return { hash: hash.digest('hex'), sizeBytes, words: words.end(), inline: sink ? null : rest };
}
