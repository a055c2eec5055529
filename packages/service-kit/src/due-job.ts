import { batchesOf, scopeKey } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import { createUsersInTurn, type UsersInTurn, type Waker } from '@agent-mem/runtime';
import type { GraphNode, NodeKind, WaitingNode } from '@agent-mem/storage';
import { jobOf } from './jobs/job.ts';
import type { TakeDue } from './pipeline/work.ts';
import type { AnyService, ServiceJob } from './service.ts';

const everyMs = 1_000;
const batch = 100;
/** Of so many jobs that are due users are served in turn. */
const batchInTurn = 500;
const again = { minMs: 1_000, maxMs: 60_000 };

/** When a node that failed may come again. */
interface Failure {
  readonly attempt: number;
  readonly until: number;
}

/** What of the queue a service looks after, and how. */
interface DueQueue {
  readonly name: string;
  readonly kinds: readonly NodeKind[];
  /** Most nodes that are looked after at the same time. */
  readonly atOnce: number;
  /** Whose turn it is, where the nodes of one user may take long; `null`: the longest overdue come first. */
  readonly users: UsersInTurn | null;
  /** Of these kinds: whether a node is one of the service's. */
  isOwn(node: GraphNode): boolean;
}

/** Has a service look after its nodes that fell due. One that fails is due still, and stands in the way of no other. */
export function dueJob({ due = {} }: Pick<AnyService, 'due'>, take: TakeDue): ServiceJob<unknown> {
  return queueJob({ name: 'due', kinds: Object.keys(due) as NodeKind[], atOnce: 1, users: null, isOwn: () => true }, take);
}

/** Gives the jobs of a service their turns. A slice may wait for a model for minutes, so they hold up nothing else that falls due. */
export function jobTurnsJob({ name }: Pick<AnyService, 'name'>, take: TakeDue, waker: Waker): ServiceJob<unknown> {
  const queue = {
    name: 'jobs',
    kinds: ['Job'],
    atOnce: 4,
    users: createUsersInTurn(),
    isOwn: (node) => jobOf(node).service === name,
  } as const satisfies DueQueue;
  return { ...queueJob(queue, take), waker };
}

function queueJob({ name, kinds, atOnce, users, isOwn }: DueQueue, take: TakeDue): ServiceJob<unknown> {
  let failures: ReadonlyMap<string, Failure> = new Map();
  const most = users ? batchInTurn : batch;
  return {
    name,
    everyMs,
    async run({ claimNodes, clock, signal }) {
      const taken = new Map<string, Failure | null>();
      for (let limit = most; ; ) {
        const now = clock.now();
        using claimed = await claimNodes('due', { kinds, until: new Date(now).toISOString(), limit });
        const ready = claimed.items.filter((item) => {
          const key = keyOf(item);
          return !taken.has(key) && (failures.get(key)?.until ?? 0) <= now && isOwn(item.node);
        });
        // What becomes due beside a group of users in turn may be of one whose turn comes before.
        const group = users ? nextInTurn(ready, users, atOnce) : ready;
        for (const some of batchesOf(group, atOnce)) {
          signal.throwIfAborted();
          const outcomes = some.map(async (item) => {
            const key = keyOf(item);
            const attempt = (failures.get(key)?.attempt ?? 0) + 1;
            const isDone = await take(item, attempt).then(
              () => true,
              () => false,
            );
            taken.set(key, isDone ? null : { attempt, until: clock.now() + backoffMs(attempt, again, Math.random) });
          });
          await Promise.all(outcomes);
        }
        const skipped = claimed.items.length - ready.length;
        if (ready.length === 0 && claimed.items.length < limit) {
          const left = claimed.items.map(keyOf).map((key) => [key, taken.get(key) ?? failures.get(key)] as const);
          failures = new Map(left.flatMap(([key, failure]) => (failure ? [[key, failure] as const] : [])));
          return;
        }
        limit = most + skipped;
      }
    },
  };
}

/** So many of these, oldest first, by the turns of their users. */
function nextInTurn(ready: readonly WaitingNode[], users: UsersInTurn, count: number): readonly WaitingNode[] {
  const left = ready.map((item, index) => ({ scope: item.scope, arrival: String(index).padStart(9, '0'), item }));
  const group: WaitingNode[] = [];
  for (let next = users.next(left); next !== null && group.length < count; next = users.next(left)) {
    group.push(next.item);
    users.given(next.scope);
    left.splice(left.indexOf(next), 1);
  }
  return group;
}

function keyOf({ scope, node }: WaitingNode): string {
  return `${scopeKey(scope)}/${node.id}`;
}
