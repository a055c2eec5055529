import type { ToolOutput } from './tool-output.ts';

/** Output that may fail while it is read. */
export interface FailingOutput {
  readonly output: ToolOutput;
  /** What it failed with, once it is read; `null`: it came to its end. */
  failure(): unknown;
  /** How much was read so far. */
  bytes(): number;
}

/** Output that ends where it fails, so that what came before is not lost. `race` bounds the time for each piece, and rejects where it is over. */
export function untilFailure(output: ToolOutput, race: <Result>(work: Promise<Result>) => Promise<Result>): FailingOutput {
  const { content } = output;
  let failure: unknown = null;
  let bytes = 0;
  if (typeof content === 'string' || content instanceof Uint8Array)
    return { output, failure: () => failure, bytes: () => Buffer.byteLength(content) };

  async function* pieces(source: AsyncIterable<string | Uint8Array>) {
    const iterator = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await race(iterator.next());
        if (next.done) return;
        bytes += Buffer.byteLength(next.value);
        yield next.value;
      }
    } catch (cause) {
      failure = cause;
    } finally {
      // One that hangs is not waited for.
      void iterator.return?.().catch(() => undefined);
    }
  }
  return { output: { ...output, content: pieces(content) }, failure: () => failure, bytes: () => bytes };
}
