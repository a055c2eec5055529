import type { ReceiptTier } from '@agent-mem/contract';
import { firstLeftOut, leftOutFor } from '@agent-mem/recall';
import type { FetchedTiers } from './fetch-tiers.ts';

/** Keeps the best of facts and messages together; the others are left out, as if each service had been asked for so many. */
export function bestTogether(fetched: FetchedTiers, most: number): FetchedTiers {
  const facts = fetched.facts.answer?.facts ?? [];
  const messages = fetched.messages?.answer?.messages ?? [];
  const best = [...facts, ...messages].toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0)).slice(0, most);
  const isBest = new Set(best.map(({ id }) => id));
  return {
    ...fetched,
    facts: { ...fetched.facts, answer: fetched.facts.answer && without(fetched.facts.answer, 'facts', isBest) },
    messages: fetched.messages && {
      ...fetched.messages,
      answer: fetched.messages.answer && without(fetched.messages.answer, 'messages', isBest),
    },
  };
}

type Answer<Name extends string> = { readonly [Member in Name]: readonly { readonly id: string }[] } & {
  readonly receipt: ReceiptTier | null;
};

function without<Name extends string, Own extends Answer<Name>>(answer: Own, name: Name, isBest: ReadonlySet<string>): Own {
  const records = answer[name];
  const others = records.filter(({ id }) => !isBest.has(id));
  const { receipt } = answer;
  return {
    ...answer,
    [name]: records.filter(({ id }) => isBest.has(id)),
    receipt: receipt && {
      ...receipt,
      left_out: receipt.left_out + others.length,
      left_out_items: firstLeftOut(leftOutFor('top_k', others), receipt.left_out_items ?? []),
    },
  };
}
