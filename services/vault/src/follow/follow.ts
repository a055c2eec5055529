import { randomUUID } from 'node:crypto';
import { createFailureLog, createWaker, type FailureLog, LeaseLost, takeOwnLease, type Waker } from '@agent-mem/runtime';
import type { ServiceContext } from '@agent-mem/service-kit';
import { VaultRepository, type WatchedFolder, watchFolder } from '@agent-mem/vault';
import type { Config } from '../config.ts';
import { Versions } from '../versions/versions.ts';
import { folderLeases, ownerName } from './folder-leases.ts';
import { FollowedScopes } from './followed-scopes.ts';
import { PassingRepository } from './passing-repository.ts';

const everyMs = 1_000;
const leastPauseMs = 50;
/** Looking takes at most this share of the time, however many scopes there are. */
const mostShare = 0.1;
/** After a longer look, as on a slow disk, the vault must not rest ten times as long. */
const longestLookMs = 60_000;
const leaseMs = 30_000;

/** Keeps the files of a folder in line with memory, until the signal, while this process has the folder's lease. */
export async function follow(folder: string, context: ServiceContext<Config>, signal: AbortSignal): Promise<void> {
  const { clock, graph, log } = context;
  const waker = createWaker(clock);
  using _ = graph.onOutbox(() => waker.wake());
  const holder = randomUUID();
  const inFolder = { clock, keyValue: folderLeases(folder, clock), log };
  const failures = createFailureLog(log, clock);
  const rests = (reason: string, err?: unknown) =>
    failures.warn({ folder, reason, ...(err !== undefined && { err }) }, 'the vault rests; it is tried again');
  while (!signal.aborted) {
    try {
      await using lease = await takeOwnLease(`vault ${folder}`, holder, leaseMs, context);
      // Only the process that has the lease among those of one memory asks for it.
      await using own = lease && (await takeOwnLease(folder, holder, leaseMs, inFolder));
      if (own) {
        const assertOwned = () => {
          lease?.assertHeld();
          own.assertHeld();
        };
        await followWhile({ folder, context, failures, waker, assertOwned }, signal);
      } else if (lease)
        rests(`a program with other data writes this folder (${ownerName} names it): give each a VAULT_DIR of its own`);
    } catch (err) {
      rests((err as Error).message, err);
    }
    await clock.sleep(everyMs, signal).catch(() => undefined);
  }
}

/** What a folder is followed with while its leases are held. */
interface Following {
  readonly folder: string;
  readonly context: ServiceContext<Config>;
  readonly failures: FailureLog;
  readonly waker: Waker;
  /** Throws `LeaseLost`. */
  assertOwned(): void;
}

/** Returns when the lease is lost, too. */
async function followWhile({ folder, context, failures, waker, assertOwned }: Following, signal: AbortSignal): Promise<void> {
  const { caller, clock, config, graph, log, requestsFirst } = context;
  await using watched = config.START_WATCHER ? await watch(folder, context, waker) : null;
  const options = {
    folder,
    scopes: config.VAULT_SCOPE,
    graph,
    clock,
    log,
    signal: context.signal,
    caller: watched ? caller : null,
    requestsFirst,
    assertOwned,
  };
  let scopes = new FollowedScopes(options);
  const versions = config.ENABLE_GIT_VERSIONING ? new Versions(new VaultRepository(folder), log) : null;
  const repository = new PassingRepository(folder, log);
  let isPassing = false;
  for (let isLast = false; !isLast; ) {
    // What was stored until the stop is in the files after it.
    isLast = signal.aborted;
    // Not by the clock, which may be set during a look: the vault would rest as after a look that took so long.
    const began = performance.now();
    try {
      // The lock of a commit of its own says nothing of persons.
      isPassing = watched !== null && !versions?.isCommitting && (await repository.isPassing());
      const look = await scopes.look(isPassing ? null : (watched?.take() ?? []));
      await versions?.take(look, scopes, clock.now());
      failures.over();
    } catch (err) {
      if (err instanceof LeaseLost)
        return log.info({ folder }, 'another process may have the vault now: this one waits for its lease');
      failures.error({ err, folder }, 'the vault could not be brought in line with memory; it is tried again');
      // What was taken from the watcher is looked for in all files.
      scopes = new FollowedScopes(options);
    }
    if (isLast) break;
    const tookMs = Math.min(performance.now() - began, longestLookMs);
    const leastMs = Math.max(leastPauseMs, tookMs);
    const mostMs = watched?.isStirring && !isPassing ? leastPauseMs * 2 : Math.max(everyMs, tookMs / mostShare);
    await pause(leastMs, mostMs);
  }
  await versions?.end(clock.now());

  /** Is cut short by the waker, after the least, and by the signal. */
  async function pause(leastMs: number, mostMs: number): Promise<void> {
    const rest = clock.sleep(leastMs, signal).then(() => waker.sleep(mostMs - leastMs, signal));
    await rest.catch(() => undefined);
  }
}

function watch(folder: string, { clock, log }: ServiceContext<Config>, waker: Waker): Promise<WatchedFolder> {
  const failed = (err: unknown) =>
    log.error({ err, folder }, 'the vault cannot be watched; the next start takes in changes by hand');
  return watchFolder(
    folder,
    () => clock.now(),
    () => waker.wake(),
    failed,
  );
}
