import { systemClock } from '@agent-mem/contract';
import { describeSearchIndex } from '@agent-mem/storage/contract-suite';
import { afterAll, beforeAll } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { findQdrant, type QdrantServer, startQdrant } from '../../../../test/live/qdrant/qdrant.ts';
import { openQdrantSearchIndex } from '../src/index.ts';

describeLive('Qdrant', findQdrant(), (program) => {
  let qdrant: QdrantServer;
  beforeAll(async () => {
    qdrant = await startQdrant(program());
  });
  afterAll(() => qdrant[Symbol.asyncDispose]());

  describeSearchIndex('Qdrant', async () => {
    const { url, apiKey } = qdrant;
    const store = openQdrantSearchIndex({ url, apiKey, clock: systemClock, timeoutMs: 30_000 });
    return { store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
  });
});
