import { type ConfigOf, integer, text } from '@agent-mem/runtime';

/** How the program asks the PostgreSQL behind DETAILS_URL. */
export const variables = {
  DETAILS_USER: text({ meaning: 'User of that PostgreSQL; empty: the one in the URL', default: '' }),
  DETAILS_PASSWORD: text({ meaning: 'Password of that user; empty: the one in the URL', default: '' }),
  DETAILS_CA_FILE: text({
    meaning:
      "PEM file of the authorities that may have signed its certificate, with ?sslmode=verify-full in the URL; empty: the machine's",
    default: '',
  }),
  DETAILS_CONNECTIONS: integer({ meaning: 'Most connections a process has to it', min: 1, max: 1_000, default: 8 }),
  DETAILS_TIMEOUT_MS: integer({
    meaning: 'Longest operation on it, with the wait for a connection',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 10_000,
  }),
};

/** Their values. */
export type PostgresConfig = ConfigOf<typeof variables>;
