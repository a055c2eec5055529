import { systemClock } from '@agent-mem/contract';
import type { QdrantServer } from '../../../../test/live/qdrant/qdrant.ts';
import { openQdrantSearchIndex, type QdrantSearchIndex, type QdrantSearchIndexOptions } from '../src/index.ts';

/** Opens a search index on this server, with time enough for a busy machine. */
export function openOn(server: QdrantServer, options: Partial<QdrantSearchIndexOptions> = {}): QdrantSearchIndex {
  return openQdrantSearchIndex({ url: server.url, apiKey: server.apiKey, clock: systemClock, timeoutMs: 60_000, ...options });
}
