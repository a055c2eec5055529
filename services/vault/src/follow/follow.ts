import { randomUUID } from 'node:crypto';
import { createWaker, LeaseLost, type OwnLease, takeOwnLease, type Waker } from '@agent-mem/runtime';
import type { ServiceContext } from '@agent-mem/service-kit';
import { VaultRepository, type WatchedFolder, watchFolder } from '@agent-mem/vault';
import type { Config } from '../config.ts';
import { Versions } from '../versions/versions.ts';
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
  const { clock, graph } = context;
  const waker = createWaker(clock);
  using _ = graph.onOutbox(() => waker.wake());
  const holder = randomUUID();
  let isDown = false;
  while (!signal.aborted) {
    try {
      await using lease = await takeOwnLease(`vault ${folder}`, holder, leaseMs, context);
      isDown = false;
      if (lease) await followWhile(lease, folder, context, waker, signal);
    } catch (err) {
      if (!isDown) context.log.warn({ err, folder }, 'the vault rests: its lease cannot be taken; it is tried again');
      isDown = true;
    }
    await clock.sleep(everyMs, signal).catch(() => undefined);
  }
}

/** Returns when the lease is lost, too. */
async function followWhile(
  lease: OwnLease,
  folder: string,
  context: ServiceContext<Config>,
  waker: Waker,
  signal: AbortSignal,
): Promise<void> {
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
    assertOwned: () => lease.assertHeld(),
  };
  let scopes = new FollowedScopes(options);
  const versions = config.ENABLE_GIT_VERSIONING ? new Versions(new VaultRepository(folder), log) : null;
  const repository = new PassingRepository(folder, log);
  let isPassing = false;
  let failure: string | null = null;
  for (let isLast = false; !isLast; ) {
    // What was stored until the stop is in the files after it.
    isLast = signal.aborted;
    const began = clock.now();
    try {
      // The lock of a commit of its own says nothing of persons.
      isPassing = watched !== null && !versions?.isCommitting && (await repository.isPassing());
      const look = await scopes.look(isPassing ? null : (watched?.take() ?? []));
      await versions?.take(look, scopes, clock.now());
      failure = null;
    } catch (err) {
      if (err instanceof LeaseLost)
        return log.info({ folder }, 'another process may have the vault now: this one waits for its lease');
      // Once, until it is over: it is tried again each second.
      const { message } = err as Error;
      if (message !== failure)
        log.error({ err, folder }, 'the vault could not be brought in line with memory; it is tried again');
      failure = message;
      // What was taken from the watcher is looked for in all files.
      scopes = new FollowedScopes(options);
    }
    if (isLast) break;
    const tookMs = Math.min(clock.now() - began, longestLookMs);
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
