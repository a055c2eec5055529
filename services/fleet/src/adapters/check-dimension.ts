import { OperationError } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import { UsedWrongly } from '../refusal.ts';

/** How long a start waits for the embedder's first answer. One that is away is asked later, and refused then. */
const waitMs = 3_000;

/**
 * The embedder, if its vectors have as many numbers as EMBEDDINGS_DIMENSION says; `null`: it may have any. Throws `UsedWrongly` otherwise.
 *
 * @param cure what the user can do about a wrong number; empty: nothing is said.
 */
export async function checkDimension(embedder: Embedder, dimension: number | null, cure = ''): Promise<Embedder> {
  if (dimension === null) return embedder;
  const refused = (made: string) => new UsedWrongly(`EMBEDDINGS_DIMENSION is ${dimension}: ${made}`);
  try {
    const [vector] = await embedder.embed(['dimension'], { signal: AbortSignal.timeout(waitMs) });
    if (vector && vector.length !== dimension) throw refused(`${embedder.id} makes vectors of ${vector.length} numbers${cure}`);
  } catch (error) {
    if (error instanceof UsedWrongly) throw error;
    if (OperationError.from(error).type === 'failed-precondition') throw refused((error as Error).message);
  }
  return embedder;
}
