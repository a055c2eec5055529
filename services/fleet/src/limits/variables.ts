import { integer } from '@agent-mem/runtime';

const most = 1_000_000_000;

/** What can be set about how much is taken, in all and of one caller. */
export const limitVariables = {
  MAX_CONNECTIONS: integer({
    meaning:
      'Most connections of HTTP at the same time, and as many of gRPC; one more closes the one that was used longest ago and waits for no answer, or else gets 503, or UNAVAILABLE',
    min: 1,
    max: 1_000_000,
    default: 4_096,
  }),
  GRPC_CONNECTION_SECONDS: integer({
    meaning:
      'Age at which the server asks a client of gRPC to open another connection, so that it reaches new replicas; 0: never',
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 300,
  }),
  MAX_IN_FLIGHT: integer({
    meaning: 'Most requests over HTTP and gRPC that run or wait; one more gets 503, or UNAVAILABLE',
    min: 1,
    max: 1_000_000,
    default: 2_048,
  }),
  MAX_IN_FLIGHT_PER_SCOPE: integer({
    meaning: 'Most of these requests for one user of a workspace',
    min: 1,
    max: 1_000_000,
    default: 256,
  }),
  KEY_REQUESTS_PER_MINUTE: integer({
    meaning: 'Most requests of one key or token in a minute, unless the key has its own limit; one more gets 429; 0: any number',
    min: 0,
    max: most,
    default: 0,
  }),
  KEY_REQUESTS_PER_DAY: integer({ meaning: 'The same in a day', min: 0, max: most, default: 0 }),
  KEY_REQUEST_BYTES: integer({
    meaning: 'Largest request of a key or token, unless the key has its own limit; 0: no limit of its own',
    unit: 'bytes',
    min: 0,
    max: most,
    default: 0,
  }),
  KEY_BATCH: integer({
    meaning:
      'Most elements in the list of one request of a key or token, unless the key has its own limit; 0: no limit of its own',
    min: 0,
    max: most,
    default: 0,
  }),
  KEY_STREAMS: integer({
    meaning: 'Most open streams of answers of a key or token, unless the key has its own limit; 0: any number',
    min: 0,
    max: most,
    default: 64,
  }),
  SCOPE_REQUESTS_PER_MINUTE: integer({
    meaning: 'Most requests for one user of a workspace in a minute, by all keys; one more gets 429; 0: any number',
    min: 0,
    max: most,
    default: 0,
  }),
  SCOPE_REQUESTS_PER_DAY: integer({ meaning: 'The same in a day', min: 0, max: most, default: 0 }),
};
