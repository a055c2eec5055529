import type { Scope } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import type { SearchIndex } from '@agent-mem/storage';
import { hasDirection } from './given-vector.ts';

/**
 * The vectors that our embedder made of these nodes, as they go into an answer or a request, if they are asked for. A node without one
 * is left out, also one whose vector is zeros: version 0.1.0 stored those of texts without a word.
 */
export async function ownVectors(
  { searchIndex, embedder }: { readonly searchIndex: Pick<SearchIndex, 'vectors'>; readonly embedder: Embedder },
  scope: Scope,
  ids: readonly string[],
  asked: boolean,
): Promise<ReadonlyMap<string, number[]>> {
  const vectors = asked ? await searchIndex.vectors(scope, ids, embedder.id) : new Map<string, Float32Array>();
  return new Map([...vectors].filter(([, values]) => hasDirection(values)).map(([id, values]) => [id, [...values]]));
}
