import { pipeline, type Readable, Transform } from 'node:stream';
import type { ReadingReply } from '@agent-mem/proxy';

/**
 * The upstream's reply on its way to the client, byte for byte, read as it passes. `ended` is called once, when the upstream has sent all, when it breaks, or when the client leaves. Where the upstream breaks, so does
 * this: the client must not take a part for the whole.
 */
export function watchedReply(upstream: Readable, reading: ReadingReply, ended: () => void): Readable {
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) ended();
    hasEnded = true;
  };
  const passing = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      reading.chunk(chunk);
      done(null, chunk);
    },
    flush(done) {
      reading.end();
      end();
      done();
    },
  });
  return pipeline(upstream, passing, end) as Transform;
}
