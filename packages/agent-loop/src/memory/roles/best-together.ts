import type { ReceiptTier } from '@agent-mem/contract';
import { firstLeftOut, leftOutFor } from '@agent-mem/recall';
import type { FetchedTiers } from '../fetch-tiers.ts';

/** Leaves the best of facts and messages together; the others are left out, as if each service had been asked for so many. */
export function bestTogether({ facts, conversation, ...fetched }: FetchedTiers, most: number): FetchedTiers {
  const { answer: found } = facts;
  const { answer: said } = conversation;
  const messages = [...(said?.relevant_messages ?? []), ...(said?.other_messages ?? [])];
  const best = [...(found?.facts ?? []), ...messages].toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0)).slice(0, most);
  const ids = new Set(best.map(({ id }) => id));
  const isBest = ({ id }: { readonly id: string }) => ids.has(id);
  const others = <Record extends { readonly id: string }>(records: readonly Record[]) => records.filter((each) => !isBest(each));
  return {
    ...fetched,
    facts: {
      ...facts,
      answer: found && { ...found, facts: found.facts.filter(isBest), receipt: without(found.receipt, others(found.facts)) },
    },
    conversation: {
      ...conversation,
      answer: said && {
        ...said,
        relevant_messages: said.relevant_messages.filter(isBest),
        other_messages: said.other_messages.filter(isBest),
        receipt: without(said.receipt, others(messages)),
      },
    },
  };
}

function without(receipt: ReceiptTier, others: readonly { readonly id: string }[]): ReceiptTier {
  return {
    ...receipt,
    left_out: receipt.left_out + others.length,
    left_out_items: [...firstLeftOut(leftOutFor('top_k', others), receipt.left_out_items ?? [])],
  };
}
