import { pipeline, type Readable, Transform } from 'node:stream';
import type { ReadingReply } from '@agent-mem/proxy';

/** What is done as a reply passes, each once. */
export interface ReplyEvents {
  /** The upstream has named the reply. */
  named(id: string): void;
  /** The upstream has sent all, it has broken, or the client has left. */
  ended(): void;
}

/**
 * The upstream's reply on its way to the client, byte for byte, read as it passes. Where the upstream breaks, so does this: the client must not take a part for the whole.
 */
export function watchedReply(upstream: Readable, reading: ReadingReply, events: ReplyEvents): Readable {
  let isNamed = false;
  let hasEnded = false;
  const look = () => {
    const { id } = reading.reply;
    if (isNamed || id === null) return;
    isNamed = true;
    events.named(id);
  };
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    events.ended();
  };
  const passing = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      reading.chunk(chunk);
      if (!isNamed) look();
      done(null, chunk);
    },
    flush(done) {
      reading.end();
      look();
      end();
      done();
    },
  });
  return pipeline(upstream, passing, end) as Transform;
}
