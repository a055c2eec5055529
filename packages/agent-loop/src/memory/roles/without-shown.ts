import { createHash } from 'node:crypto';
import { firstLeftOut, leftOutFor } from '@agent-mem/recall';
import type { FetchedTiers } from '../fetch-tiers.ts';

/** Leaves out messages whose texts the caller shows already; `shown` has the SHA-256 (hex) of each. */
export function withoutShown({ conversation, ...fetched }: FetchedTiers, shown: ReadonlySet<string>): FetchedTiers {
  const { answer } = conversation;
  if (!answer || shown.size === 0) return { ...fetched, conversation };
  const isShown = ({ content }: { readonly content: string | null }) =>
    shown.has(
      createHash('sha256')
        .update(content ?? '')
        .digest('hex'),
    );
  const relevant = Map.groupBy(answer.relevant_messages, isShown);
  const other = Map.groupBy(answer.other_messages, isShown);
  const leftOut = [...(relevant.get(true) ?? []), ...(other.get(true) ?? [])];
  const { receipt } = answer;
  return {
    ...fetched,
    conversation: {
      ...conversation,
      answer: {
        ...answer,
        relevant_messages: relevant.get(false) ?? [],
        other_messages: other.get(false) ?? [],
        receipt: receipt && {
          ...receipt,
          left_out: receipt.left_out + leftOut.length,
          left_out_items: [...firstLeftOut(leftOutFor('shown', leftOut), receipt.left_out_items ?? [])],
        },
      },
    },
  };
}
