/** What a process takes before it knows who asks. */
export interface Admission {
  /** Connections of HTTP at the same time, and as many of gRPC. */
  readonly maxConnections: number;
  /** How old a connection of gRPC gets, in milliseconds: its client is then asked to open another, and calls under way go on. Default: as old as it likes. */
  readonly connectionAgeMs?: number;
  /** How long what it takes may be on its way. Default: `arrivalTimes`. */
  readonly times?: ArrivalTimes;
  /** Throws `unavailable` while no more requests are taken. */
  checkRoom(): void;
  /** A connection has come over HTTP. */
  connected(): void;
}

/** How long a request may be on its way, in milliseconds. */
export interface ArrivalTimes {
  /** Its head, over HTTP. */
  readonly headMs: number;
  /** All of it. */
  readonly wholeMs: number;
  /** How often HTTP looks for late ones. */
  readonly lookMs: number;
}

/** How long a request may be on its way. */
export const arrivalTimes: ArrivalTimes = { headMs: 10_000, wholeMs: 30_000, lookMs: 1_000 };

/** Connections that wait in the kernel until the event loop takes them over, one a round. */
export const mostWaiting = 4_096;

/** Requests of one connection that wait for their answers. */
export const maxPerConnection = 64;

/** Calls of gRPC that wait for others of their connections, of all connections together. Up to 64 KiB of the request of each are in memory. */
export const mostWaitingCalls = 2_048;

/** Takes everything. */
export const openAdmission: Admission = {
  maxConnections: Number.POSITIVE_INFINITY,
  checkRoom: () => undefined,
  connected: () => undefined,
};
