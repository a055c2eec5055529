import { OperationError } from '@agent-mem/contract';
import { halfBytes, partWithin, storedRuns, wholeSigns } from '../domain/detail/stored-parts.ts';

/**
 * What is stored of a content whose parts come in order: all of it, or its beginning and its end, which are cut between two signs. Throws
 * `aborted` where a part is missing.
 */
export async function* storedBytes(
  parts: AsyncIterable<{ readonly start: number; readonly bytes: Uint8Array }>,
  totalBytes: number,
  half: number = halfBytes,
): AsyncIterable<Uint8Array> {
  const runs = storedRuns(totalBytes, half);
  let covered = 0;
  for await (const { start, bytes } of parts) {
    for (const [index, run] of runs.entries()) {
      const within = partWithin(bytes, start, run);
      if (within.length === 0) continue;
      covered += within.length;
      const isFirst = start <= run.start;
      const isLast = start + bytes.length >= run.end;
      yield wholeSigns(within, { atStart: isFirst && index > 0, atEnd: isLast && index < runs.length - 1 });
    }
  }
  const expected = runs.reduce((sum, { start, end }) => sum + end - start, 0);
  if (covered !== expected) throw new OperationError('aborted', 'Chunks of the upload have run out: send it from chunk 0 again');
}
