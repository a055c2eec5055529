import { OperationError } from '@agent-mem/contract';
import type { GraphNode, NodeVersion, NodeWrite } from '@agent-mem/storage';

/** The node as it was in an earlier state, active again. What it has learned since (its weight) stays. */
export function restoredNode(node: GraphNode, earlier: GraphNode, now: string): NodeWrite {
  const { version: _version, ...state } = earlier;
  const { quarantine_reason: _reason, ...properties } = state.properties;
  return {
    ...state,
    properties,
    status: 'ACTIVE',
    weight: node.weight,
    updatedAt: now,
    indexedVersion: 0,
    expectedVersion: node.version,
    record: 'restored',
  };
}

/**
 * The state to return to: the one asked for, or the last that was active. Throws `not-found` if there is none,
 * and `failed-precondition` for a state that was not active.
 */
export function stateToRestore(id: string, history: readonly NodeVersion[], version: number | null): GraphNode {
  const found = version === null ? history.findLast(isActive) : history.find((state) => state.version === version);
  if (!found) {
    const which = version === null ? 'an active version' : `a version ${version}`;
    throw new OperationError('not-found', `version: the history of fact ${id} does not hold ${which}`);
  }
  if (!isActive(found))
    throw new OperationError(
      'failed-precondition',
      `version: ${found.version} of fact ${id} was ${found.node.status}, not ACTIVE`,
    );
  return found.node;
}

function isActive(state: NodeVersion): boolean {
  return state.node.status === 'ACTIVE';
}
