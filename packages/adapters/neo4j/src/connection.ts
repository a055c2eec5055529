import { type Clock, noLongerNeeded, OperationError, type Scope } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import { readAuthorities } from '@agent-mem/runtime';
import neo4j, { type AuthToken, type Config, type Session } from 'neo4j-driver';
import type { Address } from './address.ts';
import { isLost, isRetryable, refusalOf } from './refusal.ts';
import { scopeText } from './scope-text.ts';
import type { MaintenanceStatement, ScopedReads, ScopedStatement } from './statement.ts';

/** A record by its columns. */
export type Row = Readonly<Record<string, unknown>>;
/** What a statement is given; whole numbers through `whole`. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Runs statements about a scope inside a transaction, each sent at once: the server works them off in order. */
export type RunInScope = (scope: Scope, statement: ScopedStatement, parameters?: Parameters) => Promise<readonly Row[]>;

/** One of several reads by the same statement, each in its own scope. */
export interface ScopedRead {
  readonly scope: Scope;
  readonly parameters: Parameters;
}

/** One try of a transaction. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** An earlier try was lost while it was committed: it may have happened. */
  readonly mayHaveHappened: boolean;
  /** Runs a statement across scopes inside the transaction. */
  across(statement: MaintenanceStatement, parameters?: Parameters): Promise<readonly Row[]>;
}

/** What a transaction's work came to. */
export interface Outcome<Result> {
  readonly result: Result;
  /** Whether what was written is to stay. */
  readonly commits: boolean;
}

/** A connection to the database, made when it is needed. Everything takes at most the time limit it was opened with, tries included. */
export interface Connection extends AsyncDisposable {
  /** One statement that may be run again: a read, or a write that is the same twice. */
  inScope: RunInScope;
  /** Several reads as one statement; a row says by `read.index` which of them it answers. */
  inScopes(statement: ScopedReads, reads: readonly ScopedRead[]): Promise<readonly Row[]>;
  /** One statement that may be run again, across scopes. */
  across(statement: MaintenanceStatement, parameters?: Parameters): Promise<readonly Row[]>;
  /** Several statements as one transaction, run again as long as the driver says that it may succeed. */
  transaction<Result>(work: (run: RunInScope, attempt: Attempt) => Promise<Outcome<Result>>): Promise<Result>;
  /** Rejects, saying which server and why, unless it answers now. */
  check(signal?: AbortSignal): Promise<void>;
}

/** How a connection is opened. */
export interface ConnectionOptions {
  readonly clock: Clock;
  /** Longest an operation may take. */
  readonly timeoutMs: number;
  readonly poolSize: number;
  /** Makes the database fit for use; run before anything else, again until it succeeds. */
  readonly prepare: (session: Session) => Promise<void>;
}

/** The driver's way to say: all records at once. Pages are bounded by their limit. */
const everything = -1;
const backoff = { minMs: 50, maxMs: 2_000 };
const connectTimeoutMs = 5_000;
const idleCheckMs = 30_000;
const closeTimeoutMs = 5_000;
/** An index of a large database takes its time to be built. */
const prepareTimeoutMs = 600_000;

/** A whole number as Neo4j's INTEGER; a plain number of JavaScript becomes a FLOAT. */
export function whole(value: number): unknown {
  return neo4j.int(value);
}

/** Opens nothing yet: the first operation connects. */
export function openConnection(address: Address, options: ConnectionOptions): Connection {
  const { clock, timeoutMs } = options;
  const driver = neo4j.driver(address.url, tokenOf(address), configOf(address, options));
  const secrets = [address.credentials?.password ?? ''];
  const refusal = (error: unknown) => refusalOf(error, address.url, secrets);
  const stopping = new AbortController();
  let prepared: Promise<void> | null = null;

  const openSession = () => driver.session({ database: address.database ?? undefined, fetchSize: everything });

  function prepare(): Promise<void> {
    prepared ??= within(prepareTimeoutMs, () => withSession(options.prepare)).catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    return prepared;
  }

  /** Not waited for: giving a connection back costs a round trip, which the caller need not see. */
  async function withSession<Result>(use: (session: Session) => Promise<Result>): Promise<Result> {
    const session = openSession();
    try {
      return await use(session);
    } finally {
      void session.close().catch(() => undefined);
    }
  }

  /** Runs `once` until it succeeds, fails for good, or time is up. */
  async function patiently<Result>(once: (session: Session, leftMs: number, number: number) => Promise<Result>): Promise<Result> {
    const until = clock.now() + timeoutMs;
    // A clock's sleep keeps no process alive. Somebody waits for this: without it a process that is stopping would end in the middle.
    using _ = keepAwake();
    for (let number = 1; ; number++) {
      if (stopping.signal.aborted) throw stopping.signal.reason;
      const leftMs = Math.max(1, until - clock.now());
      try {
        return await within(leftMs, async () => {
          await prepare();
          return await withSession((session) => once(session, leftMs, number));
        });
      } catch (error) {
        // Whatever comes back may be another database: one restored, or made anew.
        if (isLost(error)) prepared = null;
        const waitMs = backoffMs(number, backoff, Math.random);
        if (!isRetryable(error) || clock.now() + waitMs >= until) throw refusal(error);
        await clock.sleep(waitMs, stopping.signal);
      }
    }
  }

  /** The driver has no signal: what takes too long is left to itself, and its connection comes back when the server answers. */
  async function within<Result>(ms: number, run: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const done = new AbortController();
    const either = AbortSignal.any([done.signal, stopping.signal, ...(signal ? [signal] : [])]);
    const late = clock
      .sleep(ms, either)
      .catch(() => stopping.signal.throwIfAborted())
      .then(() => {
        throw new OperationError('deadline-exceeded', `Neo4j at ${address.url} did not answer in time`);
      });
    try {
      return await Promise.race([run(), late]);
    } finally {
      done.abort(noLongerNeeded);
      late.catch(() => undefined);
    }
  }

  async function rowsOf(result: ReturnType<Session['run']>): Promise<readonly Row[]> {
    return (await result).records.map((record) => record.toObject());
  }

  const once = (text: string, parameters: Parameters) =>
    patiently((session, leftMs) => rowsOf(session.run(text, parameters, { timeout: Math.ceil(leftMs) })));

  return {
    inScope: (scope, { text }, parameters = {}) => once(text, { ...parameters, scope: scopeText(scope) }),
    inScopes: ({ text }, reads) => once(text, { reads: reads.map(readOf) }),
    across: ({ text }, parameters = {}) => once(text, parameters),
    async transaction(work) {
      let mayHaveHappened = false;
      return await patiently(async (session, leftMs, number) => {
        // Not waited for: BEGIN goes out together with the first statements.
        const transaction = session.beginTransaction({ timeout: Math.ceil(leftMs) });
        transaction.catch(() => undefined);
        try {
          const { result, commits } = await work(
            (scope, { text }, parameters = {}) => rowsOf(transaction.run(text, { ...parameters, scope: scopeText(scope) })),
            {
              number,
              mayHaveHappened,
              across: ({ text }, parameters = {}) => rowsOf(transaction.run(text, parameters)),
            },
          );
          if (commits) {
            mayHaveHappened = true;
            await transaction.commit();
          } else await transaction.rollback();
          return result;
        } catch (error) {
          // Before its connection goes back to the pool: its next user would else find itself inside this transaction.
          if (transaction.isOpen()) await transaction.rollback().catch(() => undefined);
          throw error;
        }
      });
    },
    async check(signal) {
      try {
        await within(
          timeoutMs,
          async () => {
            await prepare();
            await withSession((session) => session.run('RETURN 1', {}, { timeout: timeoutMs }));
          },
          signal,
        );
      } catch (error) {
        throw refusal(error);
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort(new OperationError('unavailable', `The graph on Neo4j at ${address.url} is closed`));
      await Promise.race([driver.close(), clock.sleep(closeTimeoutMs)]);
    },
  };
}

function readOf({ scope, parameters }: ScopedRead, index: number): Parameters {
  return { ...parameters, index: whole(index), scope: scopeText(scope) };
}

function keepAwake(): Disposable {
  const timer = setInterval(() => undefined, 60_000);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function tokenOf({ credentials }: Address): AuthToken | undefined {
  return credentials ? neo4j.auth.basic(credentials.user, credentials.password) : undefined;
}

function configOf({ caFile }: Address, { timeoutMs, poolSize }: ConnectionOptions): Config {
  // The driver reads it for each connection. One that cannot be used is refused before the first.
  if (caFile !== null) readAuthorities(caFile);
  const trust = { encrypted: 'ENCRYPTION_ON', trust: 'TRUST_CUSTOM_CA_SIGNED_CERTIFICATES' } as const;
  return {
    ...(caFile === null ? {} : { ...trust, trustedCertificates: [caFile] }),
    maxConnectionPoolSize: poolSize,
    connectionAcquisitionTimeout: timeoutMs,
    connectionTimeout: Math.min(connectTimeoutMs, timeoutMs),
    // A connection whose server vanished without a word is found out before it is used.
    connectionLivenessCheckTimeout: idleCheckMs,
    disableLosslessIntegers: true,
    telemetryDisabled: true,
    notificationFilter: { minimumSeverityLevel: 'OFF' },
    userAgent: 'agent-mem',
  };
}
