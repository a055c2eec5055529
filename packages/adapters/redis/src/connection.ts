import { type Clock, OperationError } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import { endsWithin, resultBy } from '@agent-mem/runtime';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Address } from './address.ts';
import { scripts } from './key-value/scripts.ts';
import { isConnectionLoss, type Meaning, meaningOf, noDatabase, refusalOf, wasNotSent } from './refusal.ts';

/** A script that was made a command of the client. */
type ScriptCommand = (...args: (string | number)[]) => Promise<unknown>;
/** A Redis or a Redis Cluster, with the scripts as commands. */
export type Client = (Redis | Cluster) & { readonly [Name in keyof typeof scripts]: ScriptCommand };

/** How a connection is made. */
export interface ConnectionOptions {
  readonly address: Address;
  /** PEM of the authorities to trust instead of the machine's. */
  readonly ca?: string | undefined;
  /** How long a command may take, with waiting for a connection. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly random: () => number;
}

const closed: Meaning = ['unavailable', 'it is closed'];
const unanswered: Meaning = ['unavailable', 'no answer in time'];
const finalTypes: ReadonlySet<string> = new Set(['unauthenticated', 'failed-precondition']);
/** The longest is below what a process that waits for it is to lose when it comes. */
const reconnect = { minMs: 50, maxMs: 2_000 };

/**
 * One connection to Redis, or one to each node of a cluster; made when it is first needed, and again when it was lost. Commands go over
 * it side by side.
 */
export class Connection implements AsyncDisposable {
  readonly whereabouts: string;
  readonly #client: Client;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #closed = new AbortController();
  /** Why there is no connection; `null` while none was tried. */
  #failure: Meaning | null = null;

  constructor(options: ConnectionOptions) {
    const { address, timeoutMs, clock, random } = options;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#random = random;
    this.whereabouts = address.nodes.map(({ host, port }) => `${host}:${port}`).join(', ');
    this.#client = clientFor(options);
    // Everyone who waits for a connection listens.
    this.#client.setMaxListeners(0);
    // Without a listener the client would write to standard error; a cluster tells why one of its nodes failed only here.
    this.#client.on('error', (error: unknown) => this.#note(error));
    this.#client.on('nodeError', (error: unknown) => this.#note(error));
    // A connection whose database was refused is ready for database 0. Redis has more databases only after a restart, so on a new connection.
    this.#client.on('connect', () => {
      if (this.#failure === noDatabase) this.#failure = null;
    });
    this.#client.on('ready', () => {
      if (this.#failure !== noDatabase) this.#failure = null;
    });
  }

  /**
   * Runs a command; rejects with an `OperationError` once the time is over. `repeatable`: doing it twice is doing it once, so it is
   * sent again when the connection is lost before the answer.
   */
  async run<Result>(
    what: string,
    repeatable: boolean,
    command: (client: Client) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const until = this.#clock.now() + this.#timeoutMs;
    for (let attempt = 1; ; attempt++) {
      await this.#ready(what, until);
      try {
        return await resultBy(until, command(this.#client), this.#clock, signal);
      } catch (error) {
        const again = wasNotSent(error) || (repeatable && isConnectionLoss(error));
        if (!again || this.#closed.signal.aborted || this.#clock.now() >= until) throw refusalOf(error, what, this.whereabouts);
      }
      const wait = Math.min(backoffMs(Math.min(attempt, 16), reconnect, this.#random), Math.max(0, until - this.#clock.now()));
      await this.#clock.sleep(wait, this.#closed.signal).catch(() => {});
    }
  }

  /** The nodes that hold keys: all masters of a cluster. */
  masters(): readonly Redis[] {
    return this.#client instanceof Cluster ? this.#client.nodes('master') : [this.#client];
  }

  /**
   * Rejects with a sentence that tells why Redis cannot be used: it writes this key, so that a full memory or a replica shows. Does not
   * wait for a connection that was refused just now.
   */
  async check(key: string, signal?: AbortSignal): Promise<void> {
    await this.#ready('answer', this.#clock.now() + this.#timeoutMs, { signal, failsFast: true });
    await this.run('answer', true, (client) => client.set(key, '', 'PX', 1_000), signal);
    const client = this.#client;
    if (!(client instanceof Cluster)) return;
    const state = await this.run('answer', true, () => client.cluster('INFO'), signal);
    if (!String(state).includes('cluster_state:ok'))
      throw this.#unusable('answer', ['unavailable', 'some of its slots have no node']);
  }

  /** Waits no more and closes: what was sent and not answered rejects. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
    this.#client.disconnect();
  }

  async #ready(
    what: string,
    until: number,
    { signal, failsFast = false }: { readonly signal?: AbortSignal | undefined; readonly failsFast?: boolean } = {},
  ): Promise<void> {
    const client = this.#client;
    if (this.#closed.signal.aborted) throw this.#unusable(what, closed);
    if (this.#isReady()) return;
    // Waiting makes no wrong password right, and no missing database.
    const isFinal = () => this.#failure !== null && (failsFast || finalTypes.has(this.#failure[0]));
    // It rejects at the first failure and goes on trying; the listeners learn why.
    if (client.status === 'wait') client.connect().catch(() => {});
    else if (isFinal()) throw this.#unusable(what);
    const settled = Promise.withResolvers<void>();
    const failed = () => {
      if (isFinal()) settled.resolve();
    };
    const events = [
      ['ready', () => settled.resolve()],
      ['error', failed],
      ['nodeError', failed],
    ] as const;
    for (const [name, listener] of events) client.on(name, listener);
    const limits = [this.#closed.signal, ...(signal ? [signal] : [])];
    await endsWithin(settled.promise, Math.max(0, until - this.#clock.now()), this.#clock, AbortSignal.any(limits));
    for (const [name, listener] of events) client.off(name, listener);
    if (this.#isReady()) return;
    throw this.#unusable(what, this.#closed.signal.aborted ? closed : undefined);
  }

  #unusable(what: string, meaning: Meaning = this.#failure ?? unanswered): OperationError {
    const [type, reason] = meaning;
    return new OperationError(type, `Redis at ${this.whereabouts} did not ${what}: ${reason}`);
  }

  #isReady(): boolean {
    return this.#client.status === 'ready' && this.#failure !== noDatabase;
  }

  #note(error: unknown): void {
    this.#failure = meaningOf(error);
  }
}

/** A client that connects when it is first asked. */
export function clientFor({ address, ca, timeoutMs, random }: ConnectionOptions, more: RedisOptions = {}): Client {
  const retryStrategy = (attempt: number) => backoffMs(Math.min(attempt, 16), reconnect, random);
  const options: RedisOptions = {
    ...(address.user === '' ? {} : { username: address.user }),
    ...(address.password === '' ? {} : { password: address.password }),
    ...(address.isEncrypted ? { tls: ca === undefined ? {} : { ca } } : {}),
    connectionName: 'agent-mem',
    connectTimeout: timeoutMs,
    // A connection that is there but dead is closed and made again.
    socketTimeout: timeoutMs,
    // What is sent and not answered rejects at once when the connection is lost: only the caller knows whether it may be sent again.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // A replica that was a master: the connection is made again, to the master of now.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    // The older protocol does all that is needed, and every proxy speaks it.
    protocol: 2,
    scripts,
    ...more,
  };
  if (!address.isCluster) {
    const [node] = address.nodes;
    return new Redis({
      ...options,
      ...node,
      db: address.database,
      lazyConnect: true,
      enableOfflineQueue: false,
      retryStrategy,
    }) as Client;
  }
  return new Cluster([...address.nodes], {
    redisOptions: options,
    lazyConnect: true,
    clusterRetryStrategy: retryStrategy,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    scripts,
    // With TLS the names are needed as they are, to check certificates.
    ...(address.isEncrypted ? { dnsLookup: (name, done) => done(null, name) } : {}),
  }) as Client;
}
