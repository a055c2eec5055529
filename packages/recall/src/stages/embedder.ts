import type { Scope } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import type { SearchIndex } from '@agent-mem/storage';

/** The present embedder, and the previous one whose vectors it replaces. */
export interface EmbeddersInUse {
  readonly searchIndex: Pick<SearchIndex, 'embedders'>;
  readonly embedder: Embedder;
  /** `null`: the embedder has not been changed. */
  readonly previousEmbedder: Embedder | null;
}

/** Whether the previous embedder still has vectors of more of a scope than the one there is: then questions go by it. */
export async function isCatchingUp({ searchIndex, embedder, previousEmbedder }: EmbeddersInUse, scope: Scope): Promise<boolean> {
  if (previousEmbedder === null) return false;
  const documents = await searchIndex.embedders(scope);
  return (documents.get(embedder.id) ?? 0) < (documents.get(previousEmbedder.id) ?? 0);
}
