import { dayMs } from '@agent-mem/contract';
import { storedUniqueKey } from '@agent-mem/retention';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';

/** So long after a fact was stored maintenance looks after it, if no event has led to it until then. */
const lateMs = 600_000;
/** The second pass over what a model could not decide; each further one waits twice as long, up to a day. */
const firstWaitMs = 60_000;
const longestWaitMs = dayMs;

/** The unique key of a fact's text that also says that the fact still has to be compared with what else is known. `now`: milliseconds since 1970. */
export function pendingUniqueKey(claimed: NodeWrite, now: number): NodeWrite {
  return { ...claimed, dueAt: new Date(now + lateMs).toISOString() };
}

/** The unique key of a text that a caller has just written under a key or in place of another: the comparison takes out what contradicts it, and never it. */
export function standingUniqueKey(pending: NodeWrite): NodeWrite {
  return { ...pending, properties: { ...pending.properties, stands: true } };
}

/** What is written of something learned in a TrustGraph flow: the unique keys of pending facts name the flow, whose model compares them. `null`: in none. */
export function comparedInFlow(nodes: readonly NodeWrite[], flow: string | null): readonly NodeWrite[] {
  if (flow === null) return nodes;
  const isPendingKey = ({ kind, dueAt }: NodeWrite) => kind === 'Guard' && typeof dueAt === 'string';
  return nodes.map((node) => (isPendingKey(node) ? { ...node, properties: { ...node.properties, flow } } : node));
}

/** The TrustGraph flow whose model compares the fact that holds this unique key; `null`: none. */
export function comparingFlow(uniqueKey: GraphNode | undefined): string | null {
  const flow = uniqueKey?.properties.flow;
  return typeof flow === 'string' ? flow : null;
}

/** Whether the fact that holds this unique key stands in the comparison that is to be made. */
export function isStanding(uniqueKey: GraphNode | undefined): boolean {
  return uniqueKey?.properties.stands === true;
}

/** Whether the fact that holds this unique key still has to be compared. */
export function isPending(uniqueKey: GraphNode | undefined): uniqueKey is GraphNode {
  return uniqueKey?.status === 'ACTIVE' && uniqueKey.dueAt !== null;
}

/** The unique key once its fact was compared. */
export function settledUniqueKey(uniqueKey: GraphNode, now: number): NodeWrite {
  const { stands: _stands, flow: _flow, ...properties } = uniqueKey.properties;
  return rewritten({ ...uniqueKey, properties }, now, { dueAt: null, attempts: null });
}

/** The unique key while its fact is to be compared once more, or an instance compares it. */
export function heldUniqueKey(uniqueKey: GraphNode, now: number): NodeWrite {
  const { attempts } = storedUniqueKey.read(uniqueKey.properties);
  return rewritten(uniqueKey, now, { dueAt: new Date(now + lateMs).toISOString(), attempts: attempts || null });
}

/** The unique key due again, for a later pass. */
export function postponedUniqueKey(uniqueKey: GraphNode, now: number): NodeWrite {
  const attempts = storedUniqueKey.read(uniqueKey.properties).attempts + 1;
  const waitMs = Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs);
  return rewritten(uniqueKey, now, { dueAt: new Date(now + waitMs).toISOString(), attempts });
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
