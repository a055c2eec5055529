import { randomUUID } from 'node:crypto';
import { dayMs, hourMs, type Scope, scopeKey } from '@agent-mem/contract';
import { isUserScope } from '@agent-mem/policy';
import { takeLease } from '@agent-mem/runtime';
import { jobOf, type ServiceContext, type ServiceJob, startJob } from '@agent-mem/service-kit';
import { textId } from '@agent-mem/storage';
import { compactionKind, compactionPlan } from '../compaction/compaction-job.ts';
import { type Group, groupsOf } from '../compaction/policies.ts';
import type { Config } from '../config.ts';

const holder = randomUUID();
const leaseMs = 120_000;
const againAfterMs = dayMs;
/** All of a scope is looked at again so often: what has failed is begun again then, and what was restored is found. */
const wholeEveryMs = dayMs / 2;

/** When a scope was looked at, and when at all of it. */
interface Look {
  readonly at: number;
  readonly wholeAt: number;
}

/** Starts, once an hour, the compactions that the policies ask for. A host that takes over from another looks at all of each scope once. */
export function compactionJob(): ServiceJob<Config> {
  const looks = new Map<string, Look>();
  return { name: 'compact', everyMs: hourMs, run: (context) => compactByPolicy(context, looks) };
}

/**
 * Starts the compactions that the policies ask for in every scope, or logs how many it would start; one process of the fleet at a time.
 *
 * @param looks by scope; each look is added.
 */
async function compactByPolicy(context: ServiceContext<Config>, looks: Map<string, Look>): Promise<void> {
  const { config, graph, keyValue, log, signal } = context;
  const modes = { tasks: config.COMPACT_TASKS, conversations: config.COMPACT_CONVERSATIONS, facts: config.COMPACT_FACTS };
  if (Object.values(modes).every((mode) => mode === 'off')) return;
  const held = await takeLease('compaction', holder, leaseMs, { keyValue, log });
  if (!held) return;
  await using lease = held;
  const nodes = { tasks: 0, conversations: 0, facts: 0 };
  for await (const scope of graph.scopes()) {
    if (signal.aborted || !(await lease.isHeld())) break;
    if (isUserScope(scope)) continue;
    const [at, last] = [context.clock.now(), looks.get(scopeKey(scope))];
    const isWhole = !last || at - last.wholeAt >= wholeEveryMs;
    for await (const group of groupsOf(scope, context, isWhole ? null : last.at)) {
      nodes[group.policy] += group.nodes.length;
      if (modes[group.policy] === 'on') await start(scope, group, context);
    }
    looks.set(scopeKey(scope), { at, wholeAt: isWhole ? at : last.wholeAt });
  }
  for (const [policy, count] of Object.entries(nodes))
    if (count > 0) log.info({ policy, nodes: count, mode: modes[policy as keyof typeof modes] }, 'nodes that a policy compacts');
}

/** The same nodes are one job, however often they are found; one that has failed is begun again, a day later under a name of its own. */
async function start(scope: Scope, { nodes }: Group, context: ServiceContext<Config>): Promise<void> {
  const { clock, graph } = context;
  for (let id = textId('job', compactionKind, ...nodes.map((node) => node.id)); ; id = textId('job', compactionKind, id)) {
    const [known] = await graph.get(scope, [id]);
    if (!known) {
      await startJob({ ...compactionPlan(nodes), id }, { ...context, scope });
      return;
    }
    const { status, updated_at } = jobOf(known);
    // What was cancelled, or done and restored by somebody since, stays as they want it.
    if (status !== 'failed' || clock.now() - Date.parse(updated_at) < againAfterMs) return;
  }
}
