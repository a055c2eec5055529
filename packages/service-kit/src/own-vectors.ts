import type { Scope } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import type { SearchIndex } from '@agent-mem/storage';

/** The vectors that our embedder made of these nodes, as they go into an answer if it asks for them; a node without one is left out. */
export async function ownVectors(
  { searchIndex, embedder }: { readonly searchIndex: Pick<SearchIndex, 'vectors'>; readonly embedder: Embedder },
  scope: Scope,
  ids: readonly string[],
  asked: boolean,
): Promise<ReadonlyMap<string, number[]>> {
  const vectors = asked ? await searchIndex.vectors(scope, ids, embedder.id) : new Map<string, Float32Array>();
  return new Map([...vectors].map(([id, values]) => [id, [...values]]));
}
