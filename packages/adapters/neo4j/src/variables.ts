import { type ConfigOf, integer, text } from '@agent-mem/runtime';

/** How the program asks the Neo4j behind GRAPH_URL. */
export const variables = {
  GRAPH_USER: text({ meaning: 'User to ask that Neo4j as; empty: what the URL says', default: '' }),
  GRAPH_PASSWORD: text({ meaning: 'Password to ask it with; empty: what the URL says', default: '' }),
  GRAPH_CA_FILE: text({ meaning: "PEM file of the authorities to trust it by, over TLS; empty: the machine's", default: '' }),
  GRAPH_TIMEOUT_MS: integer({
    meaning: 'How long an operation on it may take, with its tries and waiting for a connection',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 10_000,
  }),
  GRAPH_CONNECTIONS: integer({ meaning: 'Most connections to it at once', min: 1, max: 1_000, default: 32 }),
};

/** Their values. */
export type Neo4jConfig = ConfigOf<typeof variables>;
