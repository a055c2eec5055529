import { type Clock, isWithin, neverAborted, type Scope, scopeOf } from '@agent-mem/contract';
import { createFailureLog, type Logger, untilAborted } from '@agent-mem/runtime';
import { type Claim, type PartOwners, partOf, type QueueName, type WaitingWork, type WorkQueue } from '@agent-mem/storage';

/** How long the parts of a process that died wait for another. */
const leaseMs = 6_000;
const renewEveryMs = 2_000;

/** What holding parts needs. */
export interface HeldPartsOptions {
  readonly graph: WorkQueue;
  /** This process, by a name that no other has. */
  readonly owner: string;
  /** Those among whose owners the process takes its share. */
  readonly groups: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborting it gives up waiting for a store that is away. Default: never. */
  readonly signal?: AbortSignal;
}

/** Claimed work. Its parts stay with this process until it is disposed. */
export interface Claimed<Queue extends QueueName> extends Disposable {
  readonly items: readonly WaitingWork[Queue][];
}

/** The parts of the work queues that this process holds. Disposing gives them up, for others to take at once. */
export interface HeldParts extends AsyncDisposable {
  /** Work in the parts that the process holds in a group, by a lease that was renewed just now. Rejects when the store does. */
  claim<Queue extends QueueName>(queue: Queue, group: string, asked: Omit<Claim, 'group' | 'owner'>): Promise<Claimed<Queue>>;
  /** No other process has a part of this group. */
  holdsAll(group: string): boolean;
  /** Another process that has the part of this scope, as of the last renewal; `null`: none has, or it is this one's. */
  otherHolder(group: string, scope: Scope): string | null;
  /** Gives up the parts of a group until the next claim in it: another process may succeed where this one failed. */
  release(group: string): Promise<void>;
}

/** Takes this process's share of the parts, and renews its lease in the background. */
export function holdParts(options: HeldPartsOptions): HeldParts {
  const { graph, owner, clock, log, signal = neverAborted } = options;
  const stopping = new AbortController();
  const ended = AbortSignal.any([stopping.signal, signal]);
  const joined = new Set(options.groups);
  const underWay = new Set<readonly [group: string, part: number]>();
  const claiming = new Set<Promise<unknown>>();
  let renewing: Promise<void> | null = null;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let owners: Readonly<Record<string, PartOwners>> = {};
  const running = run();

  /** Never while a claim is on its way: what it answers must be busy before a part is given up. */
  function renew(): Promise<void> {
    renewing ??= (async () => {
      await Promise.allSettled(claiming);
      const busy = Object.fromEntries([...joined].map((group) => [group, busyParts(group)]));
      owners = await graph.hold(owner, busy, leaseMs);
      renewedAt = clock.now();
    })().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  function busyParts(group: string): readonly number[] {
    return [...new Set([...underWay].flatMap(([other, part]) => (other === group ? part : [])))];
  }

  async function run(): Promise<void> {
    const failures = createFailureLog(log, clock);
    for (;;) {
      try {
        await clock.sleep(renewEveryMs, stopping.signal);
      } catch {
        return;
      }
      try {
        if (isStale()) await untilAborted(renew(), ended);
        failures.over();
      } catch (error) {
        if (!stopping.signal.aborted) failures.warn({ err: error }, 'the leases of work cannot be renewed; trying again');
      }
    }
  }

  const isStale = () => !isWithin(renewEveryMs, renewedAt, clock.now());

  return {
    async claim(queue, group, asked) {
      joined.add(group);
      // One that is under way may have begun without this group.
      while (renewing || isStale() || !(group in owners)) await renew();
      const claimed = graph.claim(queue, { ...asked, group, owner });
      claiming.add(claimed);
      try {
        const items = await claimed;
        const marks = [...new Set(items.map(partOfWork))].map((part) => [group, part] as const);
        for (const mark of marks) underWay.add(mark);
        const over = () => {
          for (const mark of marks) underWay.delete(mark);
        };
        return { items, [Symbol.dispose]: over };
      } finally {
        claiming.delete(claimed);
      }
    },
    holdsAll: (group) => owners[group]?.every((holder) => holder === owner) ?? false,
    otherHolder(group, scope) {
      const holder = owners[group]?.[partOf(scope)] ?? null;
      return holder === owner ? null : holder;
    },
    async release(group) {
      joined.delete(group);
      await renewing?.catch(() => undefined);
      const { [group]: _, ...others } = owners;
      owners = others;
      await graph.release(owner, [group]);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
      const groups = [...joined];
      try {
        // A renewal under way would take the parts again.
        await untilAborted(Promise.allSettled([renewing]), signal);
        await untilAborted(graph.release(owner, groups), signal);
      } catch (error) {
        log.info({ err: error }, 'the leases of work could not be released; they expire');
      }
    },
  };
}

function partOfWork(work: WaitingWork[QueueName]): number {
  return partOf('event' in work ? scopeOf(work.event) : work.scope);
}
