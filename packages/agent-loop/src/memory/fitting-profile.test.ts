import { completeResponse, type ResponseOf } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { fittingProfile } from './fitting-profile.ts';

/** A profile of so many facts, which left one out already. */
function profileOf(facts: number) {
  const answer = completeResponse('facts', 'get_profile', {
    text: 'A profile',
    fields: [{ entries: Array.from({ length: facts }, (_, number) => ({ fact: { id: `fact_${number}` } })) }],
    receipt: { tokens: 300, left_out: 1, left_out_items: [{ id: 'fact_before', reason: 'tokens' }] },
  }) as ResponseOf<'facts', 'get_profile'>;
  return { answer, error: null, ms: 1 };
}

it('is shown whole, where there is room', () => {
  const { text, facts, tier } = fittingProfile(profileOf(30), 300);
  expect([text, facts.length, tier.left_out]).toEqual(['A profile', 30, 1]);
});

it('is left out whole where there is none, with all of its facts counted and the first of them listed', () => {
  const { text, facts, tier } = fittingProfile(profileOf(30), 299);
  expect([text, facts, tier.left_out]).toEqual(['', [], 31]);
  expect(tier.left_out_items.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, number) => `fact_${number}`));
});

it('lists what was left out before behind its own facts', () => {
  const { tier } = fittingProfile(profileOf(1), 299);
  expect([tier.left_out, tier.left_out_items.map(({ id }) => id)]).toEqual([2, ['fact_0', 'fact_before']]);
});
