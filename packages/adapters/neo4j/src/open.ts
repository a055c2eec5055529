import type { Clock } from '@agent-mem/contract';
import type { OpenGraph } from '@agent-mem/runtime';
import { openNeo4jGraph } from './graph/graph.ts';
import type { Neo4jConfig } from './variables.ts';

/** The graph of a `neo4j:` or `bolt:` URL, with `+s` for TLS, on Neo4j. Committed events wait for the relay. */
export async function openGraph(
  url: string,
  { clock, config }: { readonly clock: Clock; readonly config: Neo4jConfig },
): Promise<OpenGraph> {
  const graph = openNeo4jGraph({
    url,
    user: config.GRAPH_USER,
    password: config.GRAPH_PASSWORD,
    caFile: config.GRAPH_CA_FILE,
    timeoutMs: config.GRAPH_TIMEOUT_MS,
    poolSize: config.GRAPH_CONNECTIONS,
    clock,
  });
  return { graph, publishes: false };
}
