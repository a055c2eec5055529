import type { Receipt } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { footer } from './footer.ts';

/** A receipt with so many items of each tier. */
function receiptOf(facts: number, episodes: number, turns: number): Receipt {
  const tier = (count: number) => ({
    ...{ items: Array.from({ length: count }, (_, n) => ({ id: `${n}`, score: 1, tokens: 1 })) },
    ...{
      tokens: count,
      ms: 1,
      left_out: 0,
      degraded: [],
      error: null,
      stages_ms: {},
      best_score: null,
      disabled: false,
      left_out_items: [],
    },
  });
  const tiers = {
    profile: null,
    facts: tier(facts),
    episodes: tier(episodes),
    conversation: tier(turns),
    working_memory: tier(1),
  };
  return { id: 'rcpt_1', tiers, tokens: 412, ms: 31.4, created_at: null, operation: null, query: null };
}

it.each([
  [3, 1, 0, '3 facts, 1 episode, 412 tokens, 31 ms'],
  [1, 0, 2, '1 fact, 2 earlier messages, 412 tokens, 31 ms'],
  [0, 0, 0, 'nothing from memory, 412 tokens, 31 ms'],
])('%i facts, %i episodes and %i turns are told as they are', (facts, episodes, turns, line) => {
  expect(footer(receiptOf(facts, episodes, turns))).toBe(line);
});
