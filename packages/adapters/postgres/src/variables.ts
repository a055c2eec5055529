import { type ConfigOf, integer, text } from '@agent-mem/runtime';

/** How the program asks the PostgreSQL behind DETAILS_URL. */
export const variables = {
  DETAILS_USER: text({ meaning: 'User to ask that PostgreSQL as; empty: what the URL says', default: '' }),
  DETAILS_PASSWORD: text({ meaning: 'Password to ask it with; empty: what the URL says', default: '' }),
  DETAILS_CA_FILE: text({
    meaning: "PEM file of the authorities to trust it by, with ?sslmode=verify-full in the URL; empty: the machine's",
    default: '',
  }),
  DETAILS_CONNECTIONS: integer({ meaning: 'Most connections a process has to it', min: 1, max: 1_000, default: 8 }),
  DETAILS_TIMEOUT_MS: integer({
    meaning: 'How long an operation on it may take, with waiting for a connection',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 10_000,
  }),
};

/** Their values. */
export type PostgresConfig = ConfigOf<typeof variables>;
