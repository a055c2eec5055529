import type { Fact, Init } from '@agent-mem/contract';
import { instructionsIn, readsAsInstructions } from '@agent-mem/policy/injection';
import { membersOfNode, membersOfView, type RecordView } from '@agent-mem/recall';
import { standsFor, storedCompaction, summaryText } from '@agent-mem/retention';
import { type GraphNode, type JsonObject, type NodeWrite, storedMembers } from '@agent-mem/storage';

/** A fact that is to be stored: what is said of it. The rest of the record is made when its node is. */
export type NewFact = Readonly<
  Pick<Fact, 'content' | 'source' | 'timestamp' | 'metadata' | 'confidence' | 'visibility' | 'conversation_id' | 'trust'> &
    Pick<Fact, 'subject' | 'predicate' | 'object' | 'valid_from' | 'valid_to' | 'evidence'> &
    Partial<Pick<Fact, 'tags' | 'key' | 'metadata_json'>>
>;

type StoredFact = Omit<NewFact, 'conversation_id' | 'valid_from' | 'valid_to'> &
  Pick<Fact, 'replaced_by' | 'quarantine_reason' | 'unreconciled' | 'tags' | 'key' | 'metadata_json'> & {
    /** The facts that it was made of. */
    readonly merged_from: readonly string[];
  };

const stored = storedMembers<StoredFact>('Fact', {
  content: '',
  source: '',
  timestamp: '',
  metadata: {},
  confidence: 1,
  visibility: 'scope',
  trust: 'user',
  subject: null,
  predicate: null,
  object: null,
  replaced_by: null,
  evidence: null,
  quarantine_reason: null,
  unreconciled: false,
  merged_from: [],
  tags: [],
  key: null,
  metadata_json: null,
});

/** What only happens to a fact later: a new one may be made of a fact that it has happened to. */
const unsaid = { unreconciled: undefined, merged_from: undefined };

type Later = Pick<Partial<StoredFact>, 'tags' | 'key' | 'metadata_json'>;

/** What 0.1.0 did not know of a fact: nothing is written of what it does not have, as every version has stored it. */
function later({ tags = [], key = null, metadata_json = null }: Later): Later {
  return {
    ...(tags.length > 0 ? { tags } : {}),
    ...(key === null ? {} : { key }),
    ...(metadata_json === null ? {} : { metadata_json }),
  };
}

/** The node of a fact that must not be there yet. What reads like instructions to a model is quarantined: stored, and given to no model. */
export function factNode(id: string, fact: NewFact, now: string): NodeWrite {
  const { tags = [], key = null, metadata_json, ...said } = fact;
  const quarantine_reason = reasonToQuarantine(fact);
  return {
    id,
    kind: 'Fact',
    status: quarantine_reason ? 'QUARANTINED' : 'ACTIVE',
    conversationId: fact.conversation_id,
    validFrom: fact.valid_from,
    validTo: fact.valid_to,
    createdAt: now,
    updatedAt: now,
    indexedVersion: 0,
    properties: stored.write({
      ...said,
      ...later({ tags, key, metadata_json }),
      replaced_by: null,
      quarantine_reason: quarantine_reason ?? undefined,
      ...unsaid,
    }),
    expectedVersion: 0,
    record: 'stored',
  };
}

function reasonToQuarantine(fact: NewFact): string | null {
  if (fact.trust !== 'user') return instructionsIn(textsOf(fact), fact.trust);
  return instructionsIn(textsOf({ ...fact, evidence: null }), 'user') ?? readsAsInstructions([fact.evidence?.quote], 'said');
}

/** All texts of a fact that a model may be given. */
export function textsOf(fact: NewFact): readonly string[] {
  const { content, subject, predicate, object, evidence, metadata, tags = [], key } = fact;
  const texts = [content, subject, predicate, object, evidence?.quote, ...Object.values(metadata), ...tags, key];
  return texts.filter((text) => typeof text === 'string');
}

/** The fact in a node. */
export function readFact(node: GraphNode): Fact {
  const { merged_from: _, ...members } = node.kind === 'Summary' ? factOfSummary(node) : stored.read(node.properties);
  return {
    ...membersOfNode(node),
    ...members,
    timestamp: members.timestamp || node.createdAt,
    valid_from: node.validFrom,
    valid_to: node.validTo,
  };
}

/** A summary in the place of facts, as a fact: it says what they said, and a model may have written it. */
function factOfSummary(node: GraphNode): StoredFact {
  const { visibility, timestamp } = storedCompaction.read(node.properties);
  return { ...stored.read({}), content: summaryText(node), visibility, timestamp, trust: 'tool' };
}

/** The fact in a node with what an answer adds to it. */
export function answeredFact(node: GraphNode, view: RecordView = {}): Init<Fact> {
  return { ...readFact(node), ...membersOfView(node, view) };
}

/** The facts that the fact in a node was made of. */
export function mergedFrom(node: GraphNode): readonly string[] {
  return stored.read(node.properties).merged_from;
}

/** The properties of a fact's node with other values of some members. */
export function changedProperties({ properties }: Pick<NodeWrite, 'properties'>, changes: Partial<StoredFact>): JsonObject {
  return { ...properties, ...stored.write(changes) };
}

/** Whether a question asked from this conversation (`null`: from none) may be answered with the fact. */
export function isVisible(node: GraphNode, askedFrom: string | null): boolean {
  return node.status === 'ACTIVE' && (node.kind !== 'Summary' || standsFor(node).other) && isSeenFrom(node, askedFrom);
}

/** Whether a fact, whatever its status, is not one that another conversation has to itself. */
export function isSeenFrom(node: GraphNode, askedFrom: string | null): boolean {
  return readFact(node).visibility === 'scope' || (askedFrom !== null && node.conversationId === askedFrom);
}
