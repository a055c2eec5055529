import { type ConfigOf, integer, text } from '@agent-mem/runtime';

/** How the program asks the Redis behind KEYVALUE_URL. */
export const variables = {
  KEYVALUE_USER: text({ meaning: 'User to ask that Redis as; empty: what the URL says', default: '' }),
  KEYVALUE_PASSWORD: text({ meaning: 'Password to ask it with; empty: what the URL says', default: '' }),
  KEYVALUE_CA_FILE: text({ meaning: "PEM file of the authorities to trust it by; empty: the machine's", default: '' }),
  KEYVALUE_PREFIX: text({ meaning: 'In front of every key there, without braces', default: 'agent-mem:' }),
  KEYVALUE_TIMEOUT_MS: integer({
    meaning: 'How long an operation on it may take, with waiting for a connection',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 5_000,
  }),
};

/** Their values. */
export type RedisConfig = ConfigOf<typeof variables>;
