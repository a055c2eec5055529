import { type Clock, OperationError } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import { QdrantClient } from '@qdrant/js-client-rest';
import { Agent } from 'undici';
import type { Address } from './address.ts';
import { isPassing, refusalOf } from './refusal.ts';

/** Qdrant's REST API, an operation a member. */
type Api = ReturnType<QdrantClient['api']>;

/** How a connection is made. */
export interface ConnectionOptions {
  readonly address: Address;
  /** PEM of the authorities to trust instead of the machine's. */
  readonly ca?: string | undefined;
  /** How long a request may take, repeats included. */
  readonly timeoutMs: number;
  /** Most requests under way at once; others wait. */
  readonly connections: number;
  readonly clock: Clock;
  readonly random: () => number;
}

const again = { minMs: 50, maxMs: 1_000 };
/** A server that is down is reported soon; the caller repeats what may be repeated. */
const mostAttempts = 4;

/** Requests to one Qdrant over a bounded pool of connections, made when they are needed. */
export class Connection implements AsyncDisposable {
  readonly whereabouts: string;
  readonly #api: Api;
  readonly #agent: Agent;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #closed = new AbortController();

  constructor({ address, ca, timeoutMs, connections, clock, random }: ConnectionOptions) {
    this.whereabouts = `${address.host}:${address.port}`;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#random = random;
    this.#agent = new Agent({
      connections,
      connect: { timeout: timeoutMs, ...(ca === undefined ? {} : { ca }) },
      // Each request has its own limit.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#api = new QdrantClient({
      host: address.host,
      // Said by itself: of a URL the client would take the usual port of its scheme for none.
      port: address.port,
      https: address.isEncrypted,
      prefix: address.path,
      headers: {
        // As a header: given as a key it would be warned of on standard error, whatever the network is.
        ...(address.apiKey === '' ? {} : { 'api-key': address.apiKey }),
        // Qdrant sends what it compresses in pieces, each of which waits 40 ms for the acknowledgement of the one before.
        'accept-encoding': 'identity',
      },
      // It would ask the server for its version, and write to standard error.
      checkCompatibility: false,
      // Not finite: else it would take the place of our signal.
      timeout: Number.POSITIVE_INFINITY,
    }).api();
  }

  /**
   * Asks, and asks again with jittered backoff when the connection fails: everything asked of Qdrant may be asked twice. Rejects with an
   * `OperationError` that says what Qdrant did not do.
   */
  async ask<Result>(
    what: string,
    request: (api: Api, init: RequestInit) => Promise<{ readonly data: { readonly result?: Result } }>,
    { signal, attempts = mostAttempts }: { readonly signal?: AbortSignal | undefined; readonly attempts?: number } = {},
  ): Promise<Result> {
    const until = this.#clock.now() + this.#timeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      if (this.#closed.signal.aborted) throw this.#isClosed(what);
      try {
        const { data } = await request(this.#api, this.#init(until, signal));
        // Every answer with a good status has a result; its type only does not say so.
        return data.result as Result;
      } catch (error) {
        if (this.#closed.signal.aborted) throw this.#isClosed(what);
        const waitMs = backoffMs(attempt, again, this.#random);
        const isLast = attempt >= attempts || this.#clock.now() + waitMs >= until || signal?.aborted;
        if (isLast || !isPassing(error)) throw refusalOf(error, what, this.whereabouts);
        await this.#clock.sleep(waitMs, this.#closed.signal).catch(() => {});
      }
    }
  }

  /** What is under way rejects. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
    await this.#agent.destroy();
  }

  #init(until: number, signal: AbortSignal | undefined): RequestInit {
    const limit = AbortSignal.timeout(Math.max(1, Math.ceil(until - this.#clock.now())));
    const signals = [limit, this.#closed.signal, ...(signal ? [signal] : [])];
    // The types of fetch know the dispatcher of the undici inside Node, which is the same in another copy.
    return { signal: AbortSignal.any(signals), dispatcher: this.#agent } as unknown as RequestInit;
  }

  #isClosed(what: string): OperationError {
    return new OperationError('unavailable', `Qdrant at ${this.whereabouts} did not ${what}: the search index is closed`);
  }
}
