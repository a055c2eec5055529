import { randomUUID } from 'node:crypto';
import { isUserScope } from '@agent-mem/policy';
import { takeLease } from '@agent-mem/runtime';
import type { ServiceContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { pruneScope } from '../prune-scope.ts';

const holder = randomUUID();
const leaseMs = 120_000;

/** Prunes every scope to what the variables say; one process of the fleet at a time. */
export async function pruneScopes(context: ServiceContext<Config>): Promise<void> {
  const { config, graph, keyValue, log, metrics, signal } = context;
  const wishes = [
    { kind: 'Fact', keep: config.PRUNE_KEEP_FACTS },
    { kind: 'Episode', keep: config.PRUNE_KEEP_EPISODES },
  ] as const;
  const set = wishes.filter(({ keep }) => keep > 0);
  if (set.length === 0) return;
  const held = await takeLease('prune', holder, leaseMs, { keyValue, log });
  if (!held) return;
  await using lease = held;
  let archived = 0;
  for await (const scope of graph.scopes()) {
    if (signal.aborted || !(await lease.isHeld())) break;
    if (isUserScope(scope)) continue;
    for (const { kind, keep } of set) {
      const { pruned } = await pruneScope(context, scope, { kind, keep, isDryRun: false });
      if (pruned.length > 0) metrics.leftOut(kind, 'pruned', pruned.length);
      archived += pruned.length;
    }
  }
  if (archived > 0) log.info({ archived }, 'the least relevant memories were archived');
}
