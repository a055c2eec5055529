import { isDeepStrictEqual } from 'node:util';
import { type Fact, OperationError } from '@agent-mem/contract';
import { claimUniqueKey, releaseUniqueKeysOf, uniqueKeyHolder } from '@agent-mem/retention';
import { changedRecord } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { comparedMembers } from '../fact/compared-fact.ts';
import { changedProperties, readFact, textsOf } from '../fact/fact-node.ts';
import { keyUniqueKeyIds, textUniqueKeyIds } from '../unique-keys/fact-unique-key.ts';
import { pendingUniqueKey, standingUniqueKey } from '../unique-keys/pending-unique-key.ts';
import { joinTopic, topicHolders, topicUniqueKeyIds } from '../unique-keys/topic-unique-key.ts';
import type { ChangeDraft } from './change-draft.ts';
import { changedFact, type FactChange } from './fact-change.ts';

/** What became of a fact that a caller changes. */
export interface PlannedChange {
  readonly isChanged: boolean;
  /** It says something else now: it is to be compared with what is believed. */
  readonly isPending: boolean;
}

/**
 * Puts what a caller changes of an active fact into a draft: its unique keys move with its text and its key. What reads like instructions to a
 * model quarantines it. Throws `already-exists` for a text that another fact has. `now`: milliseconds since 1970.
 */
export function planChange(draft: ChangeDraft, node: GraphNode, change: FactChange, now: number): PlannedChange {
  const at = new Date(now).toISOString();
  const before = readFact(node);
  const after = changedFact(before, change, at);
  if (after === null) return { isChanged: false, isPending: false };
  refuseTakenText(draft, node.id, after);

  const write = {
    ...changedRecord(node, { before, after, now: at }, { textsOf, changedProperties }),
    validFrom: after.valid_from,
    validTo: after.valid_to,
  };
  const [text, ...wider] = textUniqueKeyIds(after);
  const [textBefore] = textUniqueKeyIds(before);
  const saysElse = text !== textBefore || comparedMembers.some((member) => !isDeepStrictEqual(before[member], after[member]));
  const isPending = saysElse && write.status === 'ACTIVE';
  draft.put(write);
  const release = (...ids: readonly string[]) => {
    draft.put(...releaseUniqueKeysOf(node.id, ids.map(draft.get), at));
  };
  if (text !== textBefore) release(textBefore);
  if (isPending || write.status === 'QUARANTINED') {
    const claim = claimUniqueKey(text, draft.get(text), node.id, at);
    draft.put(isPending ? standingUniqueKey(pendingUniqueKey(claim, now)) : claim);
    for (const id of wider) draft.expect(id);
  }
  if (isPending) joinTopics(draft, node.id, after, at);
  if (before.key !== after.key) {
    release(...keyUniqueKeyIds(before));
    for (const id of keyUniqueKeyIds(after)) draft.put(claimUniqueKey(id, draft.get(id), node.id, at));
  }
  return { isChanged: true, isPending };
}

/** Notes a fact about each of its topics that does not have it yet. */
export function joinTopics(draft: ChangeDraft, id: string, fact: Parameters<typeof topicUniqueKeyIds>[0], now: string): void {
  for (const topic of topicUniqueKeyIds(fact)) {
    const seen = draft.get(topic);
    if (!topicHolders(seen).includes(id)) draft.put(joinTopic(topic, seen, [id], now));
  }
}

/** The refusal of a text that another fact of the scope has. */
export function textIsTaken(holder: string): OperationError {
  return new OperationError('already-exists', `content: fact ${holder} has this text; change or delete that fact instead`);
}

function refuseTakenText(draft: ChangeDraft, id: string, fact: Fact): void {
  const holders = textUniqueKeyIds(fact).map((uniqueKey) => uniqueKeyHolder(draft.get(uniqueKey)));
  const holder = holders.find((each) => each !== null && each !== id);
  if (holder) throw textIsTaken(holder);
}
