/** Where a fleet is, and who calls it. */
export interface FleetAddress {
  /** `http://127.0.0.1:8700`, or where a proxy puts it. */
  readonly url: string;
  /** The key or the token that is shown with each request. Default: none. */
  readonly key?: string;
  /** How often a call that may be retried is retried within its time. Default 5, and 8 of a stream: it outlives a restart of the fleet. */
  readonly retries?: number;
  /** What sends a request. Default: the platform's own. */
  readonly fetch?: typeof fetch;
}
