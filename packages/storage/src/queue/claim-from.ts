import type { NodeKind } from '../graph.ts';
import type { PartLeases } from './part-leases.ts';
import {
  type Claim,
  type OutboxEntry,
  partCount,
  type QueueName,
  type WaitingNode,
  type WaitingWork,
  type WorkQueue,
} from './work-queue.ts';

/** Parts of a queue. */
export type Parts = ReadonlySet<number>;
/** All of a queue. */
export const anyPart: Parts = new Set(Array.from({ length: partCount }, (_, part) => part));

type Answer<Found> = Found | Promise<Found>;

/** Reads what waits in some parts. */
export interface QueueReads {
  publish(limit: number, parts: Parts): Answer<readonly OutboxEntry[]>;
  due(kinds: readonly NodeKind[], until: string, limit: number, parts: Parts): Answer<readonly WaitingNode[]>;
  index(kinds: readonly NodeKind[], limit: number, parts: Parts): Answer<readonly WaitingNode[]>;
}

/** A claim on a store that one process has. */
export function claimFrom(leases: PartLeases, reads: QueueReads): WorkQueue['claim'] {
  const claims: { readonly [Queue in QueueName]: (claim: Claim, parts: Parts) => Answer<readonly WaitingWork[Queue][]> } = {
    publish: ({ limit }, parts) => reads.publish(limit, parts),
    due: ({ kinds = [], until = '', limit }, parts) => reads.due(kinds, until, limit, parts),
    index: ({ kinds = [], limit }, parts) => reads.index(kinds, limit, parts),
  };
  return async (queue, claim) => {
    const parts = leases.partsOf(claim);
    return parts.size === 0 ? [] : claims[queue](claim, parts);
  };
}
