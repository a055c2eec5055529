import type { SearchIndexAdapter } from './adapters.ts';
import { storeOf } from './store-of.ts';

/** `qdrant+http:` and `qdrant+https:`: the search index on Qdrant. */
export const qdrantAdapter: SearchIndexAdapter = {
  async searchIndex(url, { clock, config }) {
    const { openQdrantSearchIndex } = await import('@agent-mem/qdrant');
    return storeOf('SEARCH', () =>
      openQdrantSearchIndex({
        url,
        apiKey: config.SEARCH_API_KEY,
        caFile: config.SEARCH_CA_FILE,
        prefix: config.SEARCH_PREFIX,
        connections: config.SEARCH_CONNECTIONS,
        timeoutMs: config.SEARCH_TIMEOUT_MS,
        exactUpTo: config.SEARCH_EXACT_UP_TO,
        clock,
      }),
    );
  },
};
