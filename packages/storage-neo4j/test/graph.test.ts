import { systemClock } from '@agent-mem/contract';
import { describeGraph } from '@agent-mem/storage/contract-suite';
import { afterAll, beforeAll } from 'vitest';
import { describeLive } from '../../../test/live/live.ts';
import { findNeo4j, type Neo4j, startNeo4j } from '../../../test/live/neo4j/server.ts';
import { openNeo4jGraph } from '../src/index.ts';

describeLive('Neo4j', findNeo4j(), (jars) => {
  let server: Neo4j;
  beforeAll(async () => {
    server = await startNeo4j(jars);
  }, 180_000);
  afterAll(() => server?.[Symbol.asyncDispose]());

  describeGraph('Neo4j', async () => {
    const { url, user, password } = server;
    const graph = openNeo4jGraph({ url, user, password, clock: systemClock, timeoutMs: 60_000 });
    return { store: graph, [Symbol.asyncDispose]: () => graph[Symbol.asyncDispose]() };
  });
});
