import type { GraphNode, NodeWrite } from '@agent-mem/storage';

/** So long after a fact was stored maintenance looks after it, if no event has led to it until then. */
const lateMs = 600_000;
/** The second pass over what a model could not decide; each further one waits twice as long, up to a day. */
const firstWaitMs = 60_000;
const longestWaitMs = 86_400_000;

/** The guard of a fact's text that also says that the fact still has to be compared with what else is known. `now`: milliseconds since 1970. */
export function pendingGuard(claimed: NodeWrite, now: number): NodeWrite {
  return { ...claimed, dueAt: new Date(now + lateMs).toISOString() };
}

/** Whether the fact that holds this guard still has to be compared. */
export function isPending(guard: GraphNode | undefined): guard is GraphNode {
  return guard?.status === 'ACTIVE' && guard.dueAt !== null;
}

/** The guard once its fact was compared. */
export function settledGuard(guard: GraphNode, now: number): NodeWrite {
  return rewritten(guard, now, { dueAt: null, attempts: null });
}

/** The guard while its fact is to be compared once more, or somebody is at it. */
export function heldGuard(guard: GraphNode, now: number): NodeWrite {
  const attempts = typeof guard.properties.attempts === 'number' ? guard.properties.attempts : null;
  return rewritten(guard, now, { dueAt: new Date(now + lateMs).toISOString(), attempts });
}

/** The guard once more, for a later pass. */
export function postponedGuard(guard: GraphNode, now: number): NodeWrite {
  const attempts = typeof guard.properties.attempts === 'number' ? guard.properties.attempts + 1 : 1;
  const waitMs = Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs);
  return rewritten(guard, now, { dueAt: new Date(now + waitMs).toISOString(), attempts });
}

function rewritten(
  { version, properties, ...seen }: GraphNode,
  now: number,
  { dueAt, attempts }: { readonly dueAt: string | null; readonly attempts: number | null },
): NodeWrite {
  return {
    ...seen,
    dueAt,
    properties: { ...properties, attempts },
    updatedAt: new Date(now).toISOString(),
    expectedVersion: version,
  };
}
