import type { FetchedTiers } from '../fetch-tiers.ts';
import { withoutFacts, withoutMessages } from './leave-out.ts';

/** Leaves the best of facts and messages together; the others are left out, as if each service had been asked for so many. */
export function bestTogether({ facts, conversation, ...fetched }: FetchedTiers, most: number): FetchedTiers {
  const { answer: found } = facts;
  const { answer: said } = conversation;
  const messages = [...(said?.relevant_messages ?? []), ...(said?.other_messages ?? [])];
  const best = [...(found?.facts ?? []), ...messages].toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0)).slice(0, most);
  const ids = new Set(best.map(({ id }) => id));
  const isLeftOut = ({ id }: { readonly id: string }) => !ids.has(id);
  return {
    ...fetched,
    facts: withoutFacts(facts, 'top_k', isLeftOut),
    conversation: withoutMessages(conversation, 'top_k', isLeftOut),
  };
}
