import { newId, OperationError } from '@agent-mem/contract';
import { claimUniqueKey, uniqueKeyHolder } from '@agent-mem/retention';
import { type Change, type GraphNode, VersionConflict } from '@agent-mem/storage';
import { type ChangeDraft, changeDraft } from '../changes/change-draft.ts';
import { changedFact, checkFact, type FactChange, type RequestedFact } from '../changes/fact-change.ts';
import { joinTopics, planChange, textIsTaken } from '../changes/plan-change.ts';
import { factNode, type NewFact, readFact } from '../fact/fact-node.ts';
import { keyUniqueKeyIds, textUniqueKeyIds } from '../unique-keys/fact-unique-key.ts';
import { pendingUniqueKey, standingUniqueKey } from '../unique-keys/pending-unique-key.ts';
import { topicUniqueKeyIds } from '../unique-keys/topic-unique-key.ts';

/** What became of one fact that was to be stored. */
export interface PlannedFact {
  readonly id: string;
  readonly created: boolean;
  /** Quarantined now: it is compared with nothing, and no event reports it. */
  readonly quarantined: boolean;
  /** Its record is changed, by its key. */
  readonly changed: boolean;
  /** It says something new: it is to be compared with what is believed. */
  readonly pending: boolean;
}

/** What storing some facts comes to, given the unique keys as they were read: `nodes` is empty if all of it is stored already. */
export interface StorePlan extends Required<Pick<Change, 'nodes' | 'expect'>> {
  /** One for each fact, in order. */
  readonly stored: readonly PlannedFact[];
}

/**
 * The unique keys to read before a fact is stored: that of its text, the scope's of the same text, since what the scope sees every
 * conversation sees, that of its key, and those of what it is about.
 */
export function uniqueKeyIdsFor(fact: NewFact): readonly string[] {
  return [...new Set([...textUniqueKeyIds(fact), ...keyUniqueKeyIds(fact), ...topicUniqueKeyIds(fact)])];
}

/**
 * Plans facts to be stored together. A text that is held already, or comes twice, takes the id it has; what is stored is pending until
 * it is reconciled. `now`: milliseconds since 1970.
 */
export function planStore(facts: readonly NewFact[], uniqueKeys: readonly GraphNode[], now: number): StorePlan {
  const draft = changeDraft(uniqueKeys);
  const stored = facts.map((fact) => planFact(draft, fact, now));
  return { ...draft.change(), stored };
}

/**
 * Puts one fact to store into a draft. One that has its key already is changed; so is one that has its text and no key. Throws
 * `already-exists` for a text or a key that another fact has. `beforeMaking` is called before a fact is made. `now`: milliseconds since 1970.
 */
export function planFact(draft: ChangeDraft, fact: RequestedFact, now: number, beforeMaking = () => {}): PlannedFact {
  const [byKey] = holdersOf(draft, keyUniqueKeyIds(fact));
  const [byText] = holdersOf(draft, textUniqueKeyIds(fact));
  if (byKey) return planKnown(draft, byKey, fact.given ?? {}, now);
  if (byText && fact.key) {
    // What more than its conversation sees is not hidden for being named.
    const { visibility: _visibility, conversation_id: _conversation, ...given } = fact.given ?? {};
    return planNamed(draft, byText, given, now);
  }
  if (byText) return { id: byText, created: false, quarantined: false, changed: false, pending: false };
  return planNew(draft, fact, now, beforeMaking);
}

function planNew(draft: ChangeDraft, fact: NewFact, now: number, beforeMaking: () => void): PlannedFact {
  checkFact(fact);
  beforeMaking();
  const id = newId('fact', now);
  const at = new Date(now).toISOString();
  const node = factNode(id, fact, at);
  const quarantined = node.status === 'QUARANTINED';
  const [text, ...wider] = textUniqueKeyIds(fact);
  const claim = claimUniqueKey(text, draft.get(text), id, at);
  const pending = pendingUniqueKey(claim, now);
  draft.put(node, quarantined ? claim : fact.key ? standingUniqueKey(pending) : pending);
  for (const key of keyUniqueKeyIds(fact)) draft.put(claimUniqueKey(key, draft.get(key), id, at));
  for (const uniqueKey of wider) draft.expect(uniqueKey);
  if (!quarantined) joinTopics(draft, id, fact, at);
  return { id, created: true, quarantined, changed: false, pending: !quarantined };
}

/** The change of a fact that has the text under no key. */
function planNamed(draft: ChangeDraft, id: string, given: FactChange, now: number): PlannedFact {
  const node = draft.get(id);
  if (node && readFact(node).key !== null) throw textIsTaken(id);
  return planKnown(draft, id, given, now);
}

function planKnown(draft: ChangeDraft, id: string, given: FactChange, now: number): PlannedFact {
  const known = { id, created: false, quarantined: false, changed: false, pending: false };
  const node = draft.get(id);
  // It is read next, and planned once more.
  if (!node) return known;
  if (node.status === 'QUARANTINED') {
    if (changedFact(readFact(node), given, new Date(now).toISOString()) === null) return known;
    throw new OperationError('failed-precondition', `Fact ${id} is QUARANTINED; restore or delete it first`);
  }
  // It let its unique keys go after they were read.
  if (node.status !== 'ACTIVE') throw new VersionConflict([id]);
  const { isChanged, isPending } = planChange(draft, node, given, now);
  const quarantined = draft.get(id)?.status === 'QUARANTINED';
  return { ...known, quarantined: isChanged && quarantined, changed: isChanged, pending: isPending };
}

function holdersOf(draft: ChangeDraft, uniqueKeys: readonly string[]): readonly string[] {
  return uniqueKeys.map((id) => uniqueKeyHolder(draft.get(id))).filter((holder) => holder !== null);
}
