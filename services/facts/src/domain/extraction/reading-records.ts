import type { ReadingRecord } from '@agent-mem/service-kit';
import type { NewFact } from '../fact/fact-node.ts';
import type { StorePlan } from '../reconciliation/plan-store.ts';

/** What came of one message, given what became of each draft. `unsaid`: why there is none of it; once for each reason. */
export function readingRecords(
  messageId: string,
  drafts: readonly NewFact[],
  stored: StorePlan['stored'],
  vouched: readonly string[],
  unsaid: readonly string[],
): readonly ReadingRecord[] {
  const records = drafts.flatMap(({ evidence }, index): readonly ReadingRecord[] => {
    const fact = stored[index];
    if (!fact || evidence?.message_id !== messageId) return [];
    const { id } = fact;
    if (fact.quarantined) return [{ what: 'refused', id, reason: 'instructions' }];
    if (fact.created) return [{ what: 'learned', id, reason: '' }];
    return vouched.includes(id) ? [{ what: 'changed', id, reason: 'confirmed' }] : [{ what: 'refused', id, reason: 'known' }];
  });
  return [...records, ...unsaid.map((reason) => ({ what: 'refused', id: '', reason }) as const)];
}
