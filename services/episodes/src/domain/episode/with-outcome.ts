import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { changedProperties } from './episode-node.ts';
import { type Outcome, successOf } from './outcome.ts';

/** The node with another outcome, with this state added to its history. */
export function withOutcome({ version, ...seen }: GraphNode, outcome: Outcome, now: string): NodeWrite {
  const properties = changedProperties(seen, { ...outcome, success: successOf(outcome) });
  return { ...seen, properties, updatedAt: now, expectedVersion: version, record: 'updated' };
}
