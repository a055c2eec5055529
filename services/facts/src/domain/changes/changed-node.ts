import type { Fact } from '@agent-mem/contract';
import { changedRecord } from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { changedProperties, textsOf } from '../fact/fact-node.ts';

/** The node of an active fact that was changed. */
export function changedNode(seen: GraphNode, before: Fact, after: Fact, now: string): NodeWrite {
  const node = changedRecord(seen, before, after, now, { textsOf, changedProperties });
  return { ...node, validFrom: after.valid_from, validTo: after.valid_to };
}
