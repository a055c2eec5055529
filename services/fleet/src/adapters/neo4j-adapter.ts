import type { GraphAdapter } from './adapters.ts';
import { storeOf } from './store-of.ts';

/** `neo4j:` and `bolt:`, with `+s` for TLS: nodes and edges on Neo4j. Committed events wait for the relay. */
export const neo4jAdapter: GraphAdapter = {
  async graph(url, { clock, config }) {
    const { openNeo4jGraph } = await import('@agent-mem/neo4j');
    const graph = storeOf('GRAPH', () =>
      openNeo4jGraph({
        url,
        user: config.GRAPH_USER,
        password: config.GRAPH_PASSWORD,
        caFile: config.GRAPH_CA_FILE,
        timeoutMs: config.GRAPH_TIMEOUT_MS,
        poolSize: config.GRAPH_CONNECTIONS,
        clock,
      }),
    );
    return { graph, publishes: false };
  },
};
