import { scopeKey } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import type { NodeKind, WaitingNode } from '@agent-mem/storage';
import type { TakeDue } from './pipeline/work.ts';
import type { AnyService, ServiceJob } from './service.ts';

const everyMs = 1_000;
const batch = 100;
const again = { minMs: 1_000, maxMs: 60_000 };

/** When a node that failed may come again. */
interface Failure {
  readonly attempt: number;
  readonly until: number;
}

/** Has a service look after its nodes that fell due. One that fails is due still, and stands in the way of no other. */
export function dueJob({ due = {} }: Pick<AnyService, 'due'>, take: TakeDue): ServiceJob<unknown> {
  const kinds = Object.keys(due) as NodeKind[];
  let failures: ReadonlyMap<string, Failure> = new Map();
  return {
    name: 'due',
    everyMs,
    async run({ claimNodes, clock, signal }) {
      const taken = new Map<string, Failure | null>();
      for (let limit = batch; ; ) {
        const now = clock.now();
        using claimed = await claimNodes('due', { kinds, until: new Date(now).toISOString(), limit });
        const ready = claimed.items.filter((item) => {
          const key = keyOf(item);
          return !taken.has(key) && (failures.get(key)?.until ?? 0) <= now;
        });
        for (const item of ready) {
          signal.throwIfAborted();
          const key = keyOf(item);
          const attempt = (failures.get(key)?.attempt ?? 0) + 1;
          const isDone = await take(item, attempt).then(
            () => true,
            () => false,
          );
          taken.set(key, isDone ? null : { attempt, until: clock.now() + backoffMs(attempt, again, Math.random) });
        }
        const skipped = claimed.items.length - ready.length;
        if (ready.length === 0 && claimed.items.length < limit) {
          const left = claimed.items.map(keyOf).map((key) => [key, taken.get(key) ?? failures.get(key)] as const);
          failures = new Map(left.flatMap(([key, failure]) => (failure ? [[key, failure] as const] : [])));
          return;
        }
        limit = batch + skipped;
      }
    },
  };
}

function keyOf({ scope, node }: WaitingNode): string {
  return `${scopeKey(scope)}/${node.id}`;
}
