import { createHash } from 'node:crypto';
import { WordCount } from '@agent-mem/storage';
import type { ContentFiles, IncomingFile } from './content-files.ts';

/** Larger content goes into a file. */
const maxInlineBytes = 1024 * 1024;

/** Content that was received whole: in memory while it is small, else in a file that has no name yet. */
export interface ReceivedContent {
  readonly hash: string;
  readonly sizeBytes: number;
  readonly words: ReadonlyMap<string, number>;
  /** `null` when it is in `file`. */
  readonly inline: Uint8Array | null;
  readonly file: IncomingFile | null;
}

/** Takes content piece by piece, never more than 1 MiB and a piece of it in memory. When it breaks off, nothing is left. */
export async function receiveContent(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  files: ContentFiles,
): Promise<ReceivedContent> {
  const hash = createHash('sha256');
  const words = new WordCount();
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  let file: IncomingFile | null = null;
  try {
    for await (const piece of content) {
      hash.update(piece);
      words.add(piece);
      sizeBytes += piece.length;
      if (!file) pieces.push(new Uint8Array(piece));
      if (!file && sizeBytes > maxInlineBytes) {
        file = await files.receive();
        for (const held of pieces.splice(0)) await file.write(held);
      } else if (file) {
        await file.write(piece);
      }
    }
    await file?.finish();
  } catch (error) {
    await file?.[Symbol.asyncDispose]();
    throw error;
  }
  return { hash: hash.digest('hex'), sizeBytes, words: words.end(), inline: file ? null : Buffer.concat(pieces), file };
}
