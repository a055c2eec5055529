import type { IndexHit } from '@agent-mem/storage';

/** Documents of a conversation, or those between two of its ordinals, both included. */
export interface Stretch {
  readonly conversationId: string;
  readonly from?: number;
  readonly to?: number;
}

/** Whether a document stands in one of the stretches. */
export function isWithin(
  { conversationId, ordinal }: Pick<IndexHit, 'conversationId' | 'ordinal'>,
  within: readonly Stretch[],
): boolean {
  return within.some((stretch) => {
    if (stretch.conversationId !== conversationId) return false;
    if (stretch.from === undefined && stretch.to === undefined) return true;
    return ordinal !== null && ordinal >= (stretch.from ?? 1) && ordinal <= (stretch.to ?? Infinity);
  });
}

/** The conversations that the stretches are of, each once. */
export function conversationsOf(within: readonly Stretch[]): readonly string[] {
  return [...new Set(within.map(({ conversationId }) => conversationId))];
}
