import { type Clock, isWithin, OperationError } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import { endsWithin, resultBy } from '@agent-mem/runtime';
import { Pool, type PoolClient } from 'pg';
import type { Address } from './address.ts';
import { migrate } from './migrate.ts';
import { isConnectionLoss, isServersOwn, isWithoutTables, readOnly, refusalOf } from './refusal.ts';

/** How a database is reached. */
export interface DatabaseOptions {
  readonly address: Address;
  /** PEM of the authorities to trust instead of the machine's. */
  readonly ca?: string | undefined;
  readonly maxConnections: number;
  /** How long an operation may take, with waiting for a connection. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly random: () => number;
}

/** What runs on a connection. */
type Work<Result> = (client: PoolClient) => Promise<Result>;

/** The longest is below what a process that waits for it is to lose when it comes. */
const reconnect = { minMs: 50, maxMs: 2_000 };
/** How long closing waits for a server that does not answer: with work on its connections, and without. */
const closeMs = { working: 5_000, idle: 500 };

/** A few connections to one database, made when they are needed. The first one brings the tables to their newest version. */
export class Database implements AsyncDisposable {
  readonly whereabouts: string;
  readonly #pool: Pool;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #closed = new AbortController();
  #migrated = false;
  /** Connections that have work. */
  #working = 0;
  /** Connections that failed since the last that did not, the error of the last, when it came, and how long nothing is tried then. */
  #failures = 0;
  #lastFailure: unknown = null;
  #failedAt = 0;
  #restMs = 0;

  constructor({ address, ca, maxConnections, timeoutMs, clock, random }: DatabaseOptions) {
    this.whereabouts = `${address.host}:${address.port}/${address.database}`;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#random = random;
    const { isEncrypted, password, ...server } = address;
    this.#pool = new Pool({
      ...server,
      // Given so, the client looks for no other in its own variables and files.
      password: () => password,
      ssl: isEncrypted ? { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) } : false,
      max: maxConnections,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: timeoutMs,
      // What nobody waits for any more, and who went away in the middle, hold no locks for long.
      statement_timeout: timeoutMs,
      idle_in_transaction_session_timeout: timeoutMs,
      application_name: 'agent-mem',
      keepAlive: true,
      allowExitOnIdle: true,
    });
    // Who works on a connection that is lost learns it from that work, who needs one next from making it. An error that nobody listens
    // to would end the process, and one may come at any time, also between two owners.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#pool.on('error', () => {});
  }

  /**
   * Does work that may be done twice; rejects with an `OperationError` once the time is over. It is begun again when the connection is
   * lost before its end.
   */
  async run<Result>(what: string, work: Work<Result>, signal?: AbortSignal): Promise<Result> {
    const until = this.#clock.now() + this.#timeoutMs;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#turn(until, signal);
        return await this.#onConnection(until, work, signal);
      } catch (error) {
        if (isWithoutTables(error)) this.#migrated = false;
        const again = isConnectionLoss(error) || (isWithoutTables(error) && attempt === 1);
        // What is to be tried after the time is over is not waited for: only before that does a caller learn why.
        const isOver = this.#clock.now() + this.#restLeftMs() >= until;
        if (this.#closed.signal.aborted || !again || isOver || signal) {
          throw this.#closed.signal.aborted ? this.#isClosed(what) : refusalOf(error, what, this.whereabouts);
        }
      }
    }
  }

  /** The same in a transaction that is durable when it resolves and holds the lock of this number, which ends with it. */
  transaction<Result>(what: string, lock: bigint, work: Work<Result>): Promise<Result> {
    return this.run(what, async (client) => {
      await client.query(`BEGIN; SET LOCAL synchronous_commit = on; SELECT pg_advisory_xact_lock(${lock})`);
      try {
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    });
  }

  /** Rejects with a sentence that tells why the database cannot be used. Does not wait for a server that refused just now. */
  async check(signal: AbortSignal = AbortSignal.timeout(this.#timeoutMs)): Promise<void> {
    if (this.#restLeftMs() > 0) {
      throw refusalOf(this.#lastFailure, 'answer', this.whereabouts);
    }
    const sql =
      "SELECT current_setting('transaction_read_only') = 'on' AS read_only, EXISTS (SELECT FROM agent_memories) AS used";
    const { rows } = await this.run('answer', (client) => client.query(sql), signal);
    if (rows[0]?.read_only !== true) return;
    throw new OperationError('unavailable', `PostgreSQL at ${this.whereabouts} did not answer: ${readOnly}`);
  }

  /** Waits no more, and closes every connection once its work has ended; what a silent server holds open is left to itself. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    await endsWithin(this.#pool.end(), this.#working > 0 ? closeMs.working : closeMs.idle, this.#clock);
  }

  /** How long nothing is tried, after a connection that failed. A clock that is set back lengthens it by nothing. */
  #restLeftMs(): number {
    const now = this.#clock.now();
    const isResting = this.#lastFailure !== null && isWithin(this.#restMs, this.#failedAt, now);
    return isResting ? this.#failedAt + this.#restMs - now : 0;
  }

  /** Waits while connections fail: one tries, the others come after it. */
  async #turn(until: number, signal: AbortSignal | undefined): Promise<void> {
    const wait = this.#restLeftMs();
    if (this.#closed.signal.aborted || wait === 0) return;
    if (this.#clock.now() + wait >= until) throw this.#lastFailure;
    await this.#clock.sleep(wait, signal ? AbortSignal.any([this.#closed.signal, signal]) : this.#closed.signal).catch(() => {});
  }

  async #onConnection<Result>(until: number, work: Work<Result>, signal: AbortSignal | undefined): Promise<Result> {
    if (this.#closed.signal.aborted) throw new Error('closed');
    const client = await this.#connect(until, signal);
    let broken = true;
    this.#working += 1;
    try {
      if (!this.#migrated) await resultBy(until, migrate(client), this.#clock, signal);
      this.#migrated = true;
      const result = await resultBy(until, work(client), this.#clock, signal);
      broken = false;
      return result;
    } catch (error) {
      broken = !(error instanceof OperationError) && !isServersOwn(error);
      throw error;
    } finally {
      this.#working -= 1;
      // One that may still be at work, or is dead, is closed.
      client.release(broken);
    }
  }

  async #connect(until: number, signal: AbortSignal | undefined): Promise<PoolClient> {
    const connecting = this.#pool.connect();
    try {
      const limit = AbortSignal.any(signal ? [this.#closed.signal, signal] : [this.#closed.signal]);
      const client = await resultBy(until, connecting, this.#clock, limit);
      this.#failures = 0;
      this.#lastFailure = null;
      return client;
    } catch (error) {
      // Should it come after all, it goes back.
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      this.#failures += 1;
      this.#lastFailure = error;
      this.#failedAt = this.#clock.now();
      this.#restMs = backoffMs(Math.min(this.#failures, 16), reconnect, this.#random);
      throw error;
    }
  }

  #isClosed(what: string): OperationError {
    return new OperationError('unavailable', `PostgreSQL at ${this.whereabouts} did not ${what}: it is closed`);
  }
}
