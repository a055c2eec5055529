import { isDeepStrictEqual } from 'node:util';
import type { Fact } from '@agent-mem/contract';
import { instructionsIn } from '@agent-mem/policy/injection';
import type { GraphNode, JsonObject, NodeWrite } from '@agent-mem/storage';

/** How the records of a kind are stored. */
export interface RecordKind<Members> {
  /** All texts of a record that a model may be given. */
  textsOf(record: Members): readonly string[];
  /** The properties of a record's node with other values of some members. */
  changedProperties(node: Pick<NodeWrite, 'properties'>, changes: Partial<Members>): JsonObject;
}

/** A record before and after a change. */
interface RecordChange<Members> {
  readonly before: Members;
  readonly after: Members;
  /** ISO 8601, UTC. */
  readonly now: string;
}

/** The node of an active record that was changed, with its state added to its history; quarantined if what is new reads like instructions to a model. */
export function changedRecord<Members extends { readonly conversation_id: string | null; readonly trust: Fact['trust'] }>(
  { version, ...seen }: GraphNode,
  { before, after, now }: RecordChange<Members>,
  { textsOf, changedProperties }: RecordKind<Members>,
): NodeWrite {
  const known = new Set(textsOf(before));
  // What was read before may have been released from quarantine since.
  const quarantine_reason = instructionsIn(
    textsOf(after).filter((text) => !known.has(text)),
    after.trust,
  );
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof Members]));
  return {
    ...seen,
    status: quarantine_reason === null ? 'ACTIVE' : 'QUARANTINED',
    conversationId: after.conversation_id,
    properties: changedProperties(seen, {
      // Of each name the value of that name.
      ...(Object.fromEntries(changed) as Partial<Members>),
      ...(quarantine_reason === null ? {} : { quarantine_reason }),
    }),
    updatedAt: now,
    expectedVersion: version,
    record: 'updated',
  };
}
