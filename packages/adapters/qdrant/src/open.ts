import type { Clock } from '@agent-mem/contract';
import { openQdrantSearchIndex, type QdrantSearchIndex } from './search-index/search-index.ts';
import type { QdrantConfig } from './variables.ts';

/** The search index of a `qdrant+http:` or `qdrant+https:` URL, on Qdrant. */
export async function openSearchIndex(
  url: string,
  { clock, config }: { readonly clock: Clock; readonly config: QdrantConfig },
): Promise<QdrantSearchIndex> {
  return openQdrantSearchIndex({
    url,
    apiKey: config.SEARCH_API_KEY,
    caFile: config.SEARCH_CA_FILE,
    prefix: config.SEARCH_PREFIX,
    connections: config.SEARCH_CONNECTIONS,
    timeoutMs: config.SEARCH_TIMEOUT_MS,
    exactUpTo: config.SEARCH_EXACT_UP_TO,
    clock,
  });
}
