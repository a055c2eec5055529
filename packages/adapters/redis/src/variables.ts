import { type ConfigOf, integer, text } from '@agent-mem/runtime';

/** How the program asks the Redis behind KEYVALUE_URL. */
export const variables = {
  KEYVALUE_USER: text({ meaning: 'User of that Redis; empty: the one in the URL', default: '' }),
  KEYVALUE_PASSWORD: text({ meaning: 'Password of that user; empty: the one in the URL', default: '' }),
  KEYVALUE_CA_FILE: text({
    meaning: "PEM file of the authorities that may have signed its certificate; empty: the machine's",
    default: '',
  }),
  KEYVALUE_PREFIX: text({ meaning: 'Prefix of every key there, without braces', default: 'agent-mem:' }),
  KEYVALUE_TIMEOUT_MS: integer({
    meaning: 'Longest operation on it, with the wait for a connection',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 5_000,
  }),
};

/** Their values. */
export type RedisConfig = ConfigOf<typeof variables>;
