import type { Fact, Message, ReceiptTier } from '@agent-mem/contract';
import { firstLeftOut, type LeftOutReason, leftOutFor } from '@agent-mem/recall';
import type { FetchedTiers } from '../fetch-tiers.ts';

type FetchedFacts = FetchedTiers['facts'];
type FetchedConversation = FetchedTiers['conversation'];

/** Leaves facts out that were found, with the reason in the receipt. */
export function withoutFacts(
  { answer, ...fetched }: FetchedFacts,
  reason: LeftOutReason,
  isLeftOut: (fact: Fact) => boolean,
): FetchedFacts {
  if (!answer) return { ...fetched, answer };
  const { facts } = answer;
  return {
    ...fetched,
    answer: {
      ...answer,
      facts: facts.filter((fact) => !isLeftOut(fact)),
      receipt: receiptWithout(answer.receipt, reason, facts.filter(isLeftOut)),
    },
  };
}

/** Leaves messages out that were found, with the reason in the receipt. */
export function withoutMessages(
  { answer, ...fetched }: FetchedConversation,
  reason: LeftOutReason,
  isLeftOut: (message: Message) => boolean,
): FetchedConversation {
  if (!answer) return { ...fetched, answer };
  const { relevant_messages: relevant, other_messages: others } = answer;
  const isLeft = (message: Message) => !isLeftOut(message);
  return {
    ...fetched,
    answer: {
      ...answer,
      relevant_messages: relevant.filter(isLeft),
      other_messages: others.filter(isLeft),
      receipt: receiptWithout(answer.receipt, reason, [...relevant, ...others].filter(isLeftOut)),
    },
  };
}

/** The receipt of what was found, with some of it left out. */
function receiptWithout(receipt: ReceiptTier, reason: LeftOutReason, items: readonly { readonly id: string }[]): ReceiptTier {
  return {
    ...receipt,
    left_out: receipt.left_out + items.length,
    left_out_items: [...firstLeftOut(leftOutFor(reason, items), receipt.left_out_items ?? [])],
  };
}
