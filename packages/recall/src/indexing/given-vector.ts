import { OperationError } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import type { EmbeddedVector } from '@agent-mem/storage';

/**
 * A vector that came with a request, at unit length; `null` if none came. Vectors of two embedders are never mixed: one made by another
 * embedder than ours, of another dimension, or without a maker named is refused with `invalid-argument`.
 */
export function givenVector(
  embedder: Embedder,
  given: { readonly embedding: readonly number[]; readonly embedder: string | null },
): EmbeddedVector | null {
  const maker = given.embedder || null;
  if (given.embedding.length === 0) return null;
  if (maker === null) throw refusal(`embedder: is required with an embedding; ours is ${embedder.id}`);
  if (maker !== embedder.id) throw refusal(`embedder: must be ${embedder.id}, got ${maker}`);
  if (given.embedding.length !== embedder.dimensions)
    throw refusal(
      `embedding: must have ${embedder.dimensions} numbers, as ${embedder.id} makes them, got ${given.embedding.length}`,
    );
  const length = Math.hypot(...given.embedding);
  if (!(length > 0 && Number.isFinite(length))) throw refusal('embedding: must not be all zeros or too large');
  return { embedder: embedder.id, values: Float32Array.from(given.embedding, (value) => value / length) };
}

/** Whether a vector points anywhere. Embedders give zeros for a text without a word in it, and nothing can be like that. */
export function hasDirection(values: Float32Array): boolean {
  return values.some((value) => value !== 0);
}

function refusal(message: string): OperationError {
  return new OperationError('invalid-argument', message);
}
