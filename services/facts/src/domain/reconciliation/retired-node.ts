import { newId } from '@agent-mem/contract';
import type { EdgeWrite, GraphNode, NodeWrite } from '@agent-mem/storage';
import { changedProperties } from '../fact/fact-node.ts';
import type { Retirement } from './retirements.ts';

/** The edge from a fact to the one that replaced it. */
export const replacedByEdge = 'replaced_by';

/** That edge. `now`: ISO 8601, UTC. */
export function replacingEdge(from: string, to: string, now: string): EdgeWrite {
  return { id: newId('edge', Date.parse(now)), kind: replacedByEdge, from, to, createdAt: now };
}

/** A fact's node, retired: still stored, no longer found, and its state added to its history. `until`: when the fact that replaces it began to hold. */
export function retiredNode(
  { version, ...seen }: GraphNode,
  { status, by }: Pick<Retirement, 'status' | 'by'>,
  until: string,
  now: string,
): NodeWrite {
  const ended = seen.validTo ?? (seen.validFrom !== null && until < seen.validFrom ? seen.validFrom : until);
  return {
    ...seen,
    status,
    validTo: ended,
    properties: changedProperties(seen, { replaced_by: by, unreconciled: false }),
    updatedAt: now,
    expectedVersion: version,
    record: status === 'DELETED' ? 'deleted' : 'superseded',
  };
}
