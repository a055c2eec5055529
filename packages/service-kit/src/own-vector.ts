import type { Embedder } from '@agent-mem/llm';
import type { IndexDocument } from '@agent-mem/storage';

/** The vector that our embedder made of a document, as it goes into an answer: empty while there is none. */
export function ownVector(embedder: Embedder, document: IndexDocument | undefined): number[] {
  const vector = document?.vectors.find((candidate) => candidate.embedder === embedder.id);
  return vector ? [...vector.values] : [];
}
