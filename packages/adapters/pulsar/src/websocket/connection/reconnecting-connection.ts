import { OperationError } from '@agent-mem/contract';
import { backoffMs, closedBus } from '@agent-mem/messaging/internal';
import type { WebSocket } from 'ws';
import type { Log } from '../../log.ts';
import type { BrokerReturn } from './broker-return.ts';
import { type Broker, close, connect, type Hear } from './connection.ts';

/** Callbacks of a connection that is opened again whenever it ends. */
export interface Listener {
  /** It is open, for the first time or again. */
  opened?(socket: WebSocket): void;
  /** The first messages may come before `opened`. */
  readonly message: Hear;
  /** It has ended; the next one is on its way. */
  lost?(socket: WebSocket): void;
  /** Its token is old: `opened` comes again once this resolves. */
  idle?(): Promise<void>;
}

export interface ConnectionOptions {
  readonly broker: Broker;
  readonly log: Log;
  readonly random: () => number;
  /** Called when a connection is open again that was lost. */
  readonly reconnected: () => void;
  /** Of the bus: when one of its connections finds the broker again, the others need not wait on. */
  readonly brokerReturn: BrokerReturn;
  /** How long the first opening is tried, in milliseconds. */
  readonly firstTimeoutMs: number;
}

/** What a bus adds: whose its topics are. */
export interface TenantConnectionOptions extends ConnectionOptions {
  readonly tenant: string;
}

/** The longest is half of what a call may take by default: who calls when the broker is there again is answered. */
export const reconnect = { minMs: 100, maxMs: 5_000 };
/** What Pulsar refuses only until an earlier connection is gone from it. */
const conflictMs = 1_000;

/** A WebSocket that is opened again, with jittered backoff, until it is disposed. */
export class ReconnectingConnection implements AsyncDisposable {
  readonly #url: string;
  readonly #what: string;
  readonly #listener: Listener;
  readonly #connectionOptions: ConnectionOptions;
  readonly #stop = new AbortController();
  #socket: WebSocket | null = null;
  #trouble: OperationError | null = null;
  #hasOpened = false;
  /** Its loss was logged, and its return is to be. */
  #isLost = false;
  #running: Promise<void> = Promise.resolve();

  constructor(url: string, what: string, listener: Listener, connectionOptions: ConnectionOptions) {
    this.#url = url;
    this.#what = what;
    this.#listener = listener;
    this.#connectionOptions = connectionOptions;
  }

  get socket(): WebSocket | null {
    return this.#socket;
  }

  /** Why it could not be opened the last time; `null` while it is open. */
  get trouble(): OperationError | null {
    return this.#trouble;
  }

  /** Resolves when it is open for the first time. Rejects with the broker's refusal, or `unavailable` when the time for it is over. */
  open(): Promise<void> {
    const first = Promise.withResolvers<void>();
    this.#running = this.#stayConnected(first);
    return first.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    if (this.#socket) await close(this.#socket, this.#connectionOptions.broker.clock);
    await this.#running;
  }

  async #stayConnected(first: PromiseWithResolvers<void>): Promise<void> {
    const { broker, random, brokerReturn } = this.#connectionOptions;
    const { clock } = broker;
    const begun = clock.now();
    for (let attempt = 1; !this.#stop.signal.aborted; attempt += 1) {
      try {
        const { isRenewed, hasWorked } = await this.#whileOpen(first);
        if (hasWorked) attempt = 0;
        if (isRenewed || this.#stop.signal.aborted) continue;
        this.#lost('Lost the connection to Pulsar; it is opened again');
      } catch (cause) {
        const error = OperationError.from(cause);
        this.#trouble = error;
        if (error.type === 'unavailable') brokerReturn.missed(clock.now());
        if (!this.#hasOpened && isFinal(error, clock.now() - begun, this.#connectionOptions)) return first.reject(error);
        if (!this.#isLost) this.#lost('Pulsar cannot be reached; it is tried again', error);
      }
      const waitMs = backoffMs(Math.min(attempt + 1, 16), reconnect, random);
      // One that was opened and ended would be opened without end, by another that is as well.
      if (this.#trouble) await brokerReturn.wait(waitMs, clock, this.#stop.signal);
      else await clock.sleep(waitMs, this.#stop.signal).catch(() => {});
    }
    first.reject(closedBus());
    // The callers that waited for the first opening have their error; nobody else listens.
    first.promise.catch(() => {});
  }

  /** Opens it and waits for its end. Rejects where it cannot be opened. */
  async #whileOpen(first: PromiseWithResolvers<void>): Promise<{ readonly isRenewed: boolean; readonly hasWorked: boolean }> {
    const { broker } = this.#connectionOptions;
    const opened = await connect(broker, this.#url, this.#what, this.#listener.message, this.#stop.signal);
    this.#found();
    const openedAt = broker.clock.now();
    const ended = this.#attach(opened.socket, opened.ended);
    this.#hasOpened = true;
    first.resolve();
    const isRenewed = opened.renewAfterMs !== null && (await this.#renewed(opened.socket, ended, opened.renewAfterMs));
    await ended;
    // One that ends at once has not worked.
    return { isRenewed, hasWorked: isRenewed || broker.clock.now() - openedAt > reconnect.maxMs };
  }

  #found(): void {
    const { log, reconnected, brokerReturn } = this.#connectionOptions;
    brokerReturn.reached();
    this.#trouble = null;
    if (!this.#isLost) return;
    this.#isLost = false;
    log.info({ what: this.#what }, 'Connected to Pulsar again');
    reconnected();
    brokerReturn.announce();
  }

  #lost(message: string, err?: OperationError): void {
    this.#isLost = true;
    this.#connectionOptions.log.warn({ what: this.#what, ...(err && { err }) }, message);
  }

  /** Resolves when the socket has closed and its callback has run. */
  #attach(socket: WebSocket, closed: Promise<void>): Promise<void> {
    this.#socket = socket;
    if (this.#stop.signal.aborted) void close(socket, this.#connectionOptions.broker.clock);
    else this.#listener.opened?.(socket);
    return closed.then(() => {
      this.#socket = null;
      this.#listener.lost?.(socket);
    });
  }

  /** Whether the connection was ended to be opened with a fresh token. */
  async #renewed(socket: WebSocket, ended: Promise<void>, afterMs: number): Promise<boolean> {
    const { clock } = this.#connectionOptions.broker;
    const over = new AbortController();
    void ended.then(() => over.abort());
    try {
      await clock.sleep(afterMs, over.signal);
    } catch {
      return false;
    }
    await Promise.race([this.#listener.idle?.(), ended]);
    await close(socket, clock);
    return true;
  }
}

/** Whether the first opening is given up. */
function isFinal({ type, retryable }: OperationError, elapsedMs: number, { firstTimeoutMs }: ConnectionOptions): boolean {
  return type === 'failed-precondition' ? elapsedMs > conflictMs : !retryable || elapsedMs > firstTimeoutMs;
}
