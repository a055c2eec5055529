import { systemClock } from '@agent-mem/contract';
import { openNeo4jGraph } from '@agent-mem/neo4j';
import neo4j from 'neo4j-driver';
import { findNeo4j, startNeo4j } from '../../test/live/neo4j/server.ts';
import { needed } from '../stores/live.ts';
import type { OpenedGraph } from './floor.ts';
import { bareCypher } from './neo4j-floor.ts';

/** The Graph on a Neo4j of its own, beside the bare driver on the same server. */
export async function neo4jGraph(): Promise<OpenedGraph> {
  await using opened = new AsyncDisposableStack();
  const { url, user, password } = opened.use(await startNeo4j(needed('Neo4j', findNeo4j())));
  const graph = opened.use(openNeo4jGraph({ url, user, password, clock: systemClock, timeoutMs: 120_000 }));
  const driver = opened.use(neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true }));
  const closing = opened.move();
  return { store: 'Neo4j', graph, floor: bareCypher(driver), goal: 1.5, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}
