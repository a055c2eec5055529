import { type ConfigOf, integer, text } from '@agent-mem/runtime';

/** How the program asks the Neo4j behind GRAPH_URL. */
export const variables = {
  GRAPH_USER: text({ meaning: 'User of that Neo4j; empty: the one in the URL', default: '' }),
  GRAPH_PASSWORD: text({ meaning: 'Password of that user; empty: the one in the URL', default: '' }),
  GRAPH_CA_FILE: text({
    meaning: "PEM file of the authorities that may have signed its certificate; empty: the machine's",
    default: '',
  }),
  GRAPH_TIMEOUT_MS: integer({
    meaning: 'Longest operation on it, with repeats and the wait for a connection',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 10_000,
  }),
  GRAPH_CONNECTIONS: integer({ meaning: 'Most connections to it at once', min: 1, max: 1_000, default: 32 }),
};

/** Their values. */
export type Neo4jConfig = ConfigOf<typeof variables>;
