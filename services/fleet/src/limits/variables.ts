import { integer } from '@agent-mem/runtime';

const most = 1_000_000_000;

/** What can be set about how much is taken, in all and of one caller. */
export const limitVariables = {
  MAX_CONNECTIONS: integer({
    meaning: 'Connections of HTTP at the same time, and as many of gRPC; one more is answered 503, or UNAVAILABLE, and closed',
    min: 1,
    max: 1_000_000,
    default: 4_096,
  }),
  GRPC_CONNECTION_SECONDS: integer({
    meaning:
      'A client of gRPC is asked to open another connection when its connection is so old, so that it reaches replicas which came since; 0: never',
    unit: 'seconds',
    min: 0,
    max: 86_400,
    default: 300,
  }),
  MAX_IN_FLIGHT: integer({
    meaning: 'Requests over HTTP and gRPC that are answered or wait for it; one more is answered 503, or UNAVAILABLE',
    min: 1,
    max: 1_000_000,
    default: 2_048,
  }),
  MAX_IN_FLIGHT_PER_SCOPE: integer({
    meaning: "The same of one workspace's user",
    min: 1,
    max: 1_000_000,
    default: 256,
  }),
  KEY_REQUESTS_PER_MINUTE: integer({
    meaning: 'Requests of one key or token in a minute, where the key says nothing else; one more is answered 429; 0: any number',
    min: 0,
    max: most,
    default: 0,
  }),
  KEY_REQUESTS_PER_DAY: integer({ meaning: 'The same in a day', min: 0, max: most, default: 0 }),
  KEY_REQUEST_BYTES: integer({
    meaning: 'Largest request of a key or token, where the key says nothing else; 0: as large as any',
    unit: 'bytes',
    min: 0,
    max: most,
    default: 0,
  }),
  KEY_BATCH: integer({
    meaning:
      'Most elements of one request of a key or token that has a list of them, where the key says nothing else; 0: as many as any',
    min: 0,
    max: most,
    default: 0,
  }),
  KEY_STREAMS: integer({
    meaning: 'Streams of answers that a key or token may have open, where the key says nothing else; 0: any number',
    min: 0,
    max: most,
    default: 64,
  }),
  SCOPE_REQUESTS_PER_MINUTE: integer({
    meaning: "Requests of one workspace's user in a minute, by any key; one more is answered 429; 0: any number",
    min: 0,
    max: most,
    default: 0,
  }),
  SCOPE_REQUESTS_PER_DAY: integer({ meaning: 'The same in a day', min: 0, max: most, default: 0 }),
};
