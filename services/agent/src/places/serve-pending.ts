import type { ToolOrigin } from '@agent-mem/agent-loop';
import { isWithin, noLongerNeeded, OperationError } from '@agent-mem/contract';
import { createFailureLog, createUsersInTurn, endsWithin, untilAborted } from '@agent-mem/runtime';
import type { ServiceContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { type Instance, runningByKey } from '../instance.ts';
import { readEntry, takeOver } from '../journal/entries.ts';
import { forgetPending, type Pending, pendingInvocations } from '../journal/pending.ts';
import { forgetUnfinished, holdLease, releaseLease } from '../journal/unfinished.ts';
import { startInvocation } from '../start-invocation.ts';
import { type Place, requestsBy } from './places.ts';

/** How often a process with a free place looks which invocations other processes have accepted. */
const lookEveryMs = 500;
/** How long a stop waits for invocations that are left to give back their leases. */
const giveBackMs = 2_000;

/**
 * Gives each free place of this process to an invocation that waits, wherever it was accepted, until the process stops: users in turn, and of each the oldest first.
 * Disposing waits for all that were begun here, and has them left to other processes when its time is over.
 */
export function servePending(service: ServiceContext<Config, Instance>, tools: readonly ToolOrigin[]): AsyncDisposable {
  const { clock, draining, keyValue, log, signal, state: instance } = service;
  const { places } = instance;
  const failures = createFailureLog(log, clock);
  const users = createUsersInTurn();
  let listed: Pending[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  let changes = 0;

  /** In the order of their arrival. Those that were tried are tried again when all are looked up again. */
  async function inJournal(): Promise<Pending[]> {
    if (isWithin(lookEveryMs, listedAt, clock.now())) return listed;
    listedAt = clock.now();
    listed = [...(await pendingInvocations(keyValue))];
    failures.over();
    return listed;
  }

  /** Gives all free places, as long as an invocation waits. */
  async function giveAll(): Promise<void> {
    while (places.isFree) {
      const there = await inJournal().catch((cause: unknown) => {
        failures.warn({ err: cause }, 'the waiting invocations cannot be read');
        return [];
      });
      const here = [...places.waiting].map((who) => ({ scope: who.scope, arrival: who.invocation.invocationId, who }));
      const noted = there.map((pending) => ({ scope: pending.scope, arrival: pending.invocationId, pending }));
      const next = users.next([...here, ...noted].filter(({ scope }) => places.isFreeFor(scope)));
      if (!next) return places.open();
      const place = places.take(next.scope);
      if (!place) return;
      const who = here.find(({ arrival }) => arrival === next.arrival)?.who;
      const pending = noted.find(({ arrival }) => arrival === next.arrival)?.pending;
      if (pending) listed = listed.filter((each) => each !== pending);
      const isGiven = who ? who.give(place) : await begin(pending, place);
      if (isGiven) users.given(next.scope);
      else place[Symbol.dispose]();
    }
  }

  async function begin(next: Pending | undefined, place: Place): Promise<boolean> {
    // Its request begins it, or looks at it just now.
    if (!next || requestsBy(places, next.scope, next.invocationId).length > 0) return false;
    return await takeUp(next, place).catch((cause: unknown) => {
      log.warn({ invocation_id: next.invocationId, err: cause }, 'a waiting invocation could not be started');
      return false;
    });
  }

  /** Begins an invocation that nobody follows here. Answers whether it takes the place: others may be faster, and its time may be over. */
  async function takeUp({ scope, key, invocationId, deadline }: Pending, place: Place): Promise<boolean> {
    const isLate = deadline !== null && deadline <= clock.now();
    const invocation = { invocationId };
    if (!(await holdLease(keyValue, scope, invocation, instance.id))) return false;
    const entry = await readEntry(keyValue, scope, key);
    const isBegun = runningByKey(instance, scope, key) !== null;
    if (isBegun || isLate || entry?.state !== 'running' || !entry.request) {
      await forgetPending(keyValue, scope, invocationId);
      // Its entry stays: who repeats the request in time has it wait again, at its old position.
      if (isLate && !isBegun) await forgetUnfinished(keyValue, scope, { invocation });
      if (!isBegun) await releaseLease(keyValue, scope, invocation, instance.id);
      return false;
    }
    const next = await takeOver(keyValue, scope, entry);
    await forgetPending(keyValue, scope, invocationId);
    if (runningByKey(instance, scope, key)) return false;
    const context = { ...service, traceparent: entry.replyTo?.traceparent ?? null };
    const { request } = entry;
    const options = { scope, entry: next, request, tools, isJournaled: true, asked: 'elsewhere', place } as const;
    startInvocation(context, instance, options);
    return true;
  }

  async function run(): Promise<void> {
    while (!draining.aborted) {
      changes = places.changes;
      await giveAll();
      const woken = new AbortController();
      const slept = clock.sleep(lookEveryMs, AbortSignal.any([draining, woken.signal])).catch(() => undefined);
      await Promise.race([slept, places.changedSince(changes)]);
      woken.abort(noLongerNeeded);
    }
  }

  const leaveAll = () => {
    for (const running of instance.running)
      running.leave(new OperationError('unavailable', 'The service is stopping; ask again'));
  };
  signal.addEventListener('abort', leaveAll, { once: true });
  const over = run();
  return {
    async [Symbol.asyncDispose]() {
      const all = over.then(() => Promise.all(instance.begun));
      await untilAborted(all, signal).catch(() => undefined);
      // They are left now, and give their leases back before the stores close. One that does not answer holds up no stop for long.
      await endsWithin(all, giveBackMs, clock);
      signal.removeEventListener('abort', leaveAll);
    },
  };
}
