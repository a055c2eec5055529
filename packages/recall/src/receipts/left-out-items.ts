import type { LeftOutItem } from '@agent-mem/contract';

/** Why something that was found is not answered. */
export type LeftOutReason =
  | 'top_k'
  | 'shown'
  | 'similar'
  | 'score_threshold'
  | 'least_share'
  | 'tokens'
  | 'retired'
  | 'unchecked'
  | 'answer_size';

/** More would not be read. */
const mostLeftOut = 20;

/** These as left out for one reason. */
export function leftOutFor(reason: LeftOutReason, items: readonly { readonly id: string }[]): readonly LeftOutItem[] {
  return items.slice(0, mostLeftOut).map(({ id }) => ({ id, reason }));
}

/** As many of the first as a receipt lists. */
export function firstLeftOut(...lists: readonly (readonly LeftOutItem[])[]): readonly LeftOutItem[] {
  return lists.flat().slice(0, mostLeftOut);
}
