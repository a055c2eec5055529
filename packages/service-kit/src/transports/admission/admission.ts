/** What a process takes before it knows who asks. */
export interface Admission {
  /** Connections of HTTP at the same time. */
  readonly maxConnections: number;
  /** Throws `unavailable` while no more requests are taken. */
  checkRoom(): void;
  /** A connection has come over HTTP. */
  connected(): void;
}

/** Requests of one connection that wait for their answers. */
export const maxPerConnection = 64;

/** Longest that a request takes to arrive whole, in milliseconds. */
export const arrivalMs = 30_000;
