import { type ConfigOf, headerSecret, integer, text } from '@agent-mem/runtime';

/** How the program asks the Qdrant behind SEARCH_URL. */
export const variables = {
  SEARCH_API_KEY: headerSecret({ meaning: 'API key of that Qdrant; empty: the one in the URL' }),
  SEARCH_CA_FILE: text({
    meaning: "PEM file of the authorities that may have signed its certificate; empty: the machine's",
    default: '',
  }),
  SEARCH_PREFIX: text({ meaning: 'Prefix of the names of its collections: letters, digits, _ or -', default: 'agent_mem' }),
  SEARCH_CONNECTIONS: integer({ meaning: 'Most requests to it at once', min: 1, max: 1_000, default: 16 }),
  SEARCH_TIMEOUT_MS: integer({
    meaning: 'Longest request to it, with repeats',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 5_000,
  }),
  SEARCH_EXACT_UP_TO: integer({
    meaning: 'Number of vectors of a scope up to which the search is exact; above it HNSW may miss some',
    min: 0,
    max: 10_000_000,
    default: 20_000,
  }),
};

/** Their values. */
export type QdrantConfig = ConfigOf<typeof variables>;
