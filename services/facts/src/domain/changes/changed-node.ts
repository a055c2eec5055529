import { isDeepStrictEqual } from 'node:util';
import type { Fact } from '@agent-mem/contract';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { changedProperties, instructionsIn, textsOf } from '../fact/fact-node.ts';

/** The node of an active fact that was changed, with its state added to its history; quarantined if what is new reads like instructions to a model. */
export function changedNode({ version, ...seen }: GraphNode, before: Fact, after: Fact, now: string): NodeWrite {
  const known = new Set(textsOf(before));
  // What was read before may have been released from quarantine since.
  const quarantine_reason = instructionsIn(
    textsOf(after).filter((text) => !known.has(text)),
    after.trust,
  );
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof Fact]));
  return {
    ...seen,
    status: quarantine_reason === null ? 'ACTIVE' : 'QUARANTINED',
    conversationId: after.conversation_id,
    validFrom: after.valid_from,
    validTo: after.valid_to,
    properties: changedProperties(seen, {
      ...Object.fromEntries(changed),
      ...(quarantine_reason === null ? {} : { quarantine_reason }),
    }),
    updatedAt: now,
    expectedVersion: version,
    record: 'updated',
  };
}
