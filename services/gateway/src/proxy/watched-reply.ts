import { pipeline, type Readable, Transform } from 'node:stream';
import type { ReadingReply } from '@agent-mem/proxy';

/** What is done as a reply passes, each once. */
export interface ReplyEvents {
  /** The upstream has named the reply. */
  named(id: string): void;
  /** The reply is over, the upstream has broken, or the client has left. The end of the reply goes on when this resolves. */
  ended(): Promise<void>;
}

/**
 * The upstream's reply on its way to the client, byte for byte, read as it passes. Where the upstream breaks, so does this: the client must not take a part for the whole.
 * A client of a stream has all of it with its last event, or its end, a client of another reply with its last bytes: these wait for `ended`.
 */
export function watchedReply(
  upstream: Readable,
  reading: ReadingReply,
  { isStreaming, named, ended }: ReplyEvents & { readonly isStreaming: boolean },
): Readable {
  let isNamed = false;
  let ending: Promise<void> | null = null;
  let newest: Uint8Array | null = null;
  const look = () => {
    const { id } = reading.reply;
    if (isNamed || id === null) return;
    isNamed = true;
    named(id);
  };
  const end = () => {
    ending ??= ended();
    return ending;
  };
  const passing = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      reading.chunk(chunk);
      look();
      const before = newest;
      if (!isStreaming) newest = chunk;
      const next = isStreaming ? chunk : before;
      if (reading.reply.isOver) void end().then(() => done(null, next));
      else done(null, next);
    },
    flush(done) {
      reading.end();
      look();
      void end().then(() => done(null, newest));
    },
    destroy(cause, done) {
      void end().then(() => done(cause));
    },
  });
  return pipeline(upstream, passing, () => undefined) as Transform;
}
