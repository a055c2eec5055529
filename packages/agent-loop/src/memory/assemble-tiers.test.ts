import { completeResponse, type ResponseOf } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { assembleTiers } from './assemble-tiers.ts';
import type { Fetched, FetchedTiers } from './fetch-tiers.ts';

const nothing = { answer: null, error: null, ms: 0 };

function answered<Answer>(answer: object): Fetched<Answer> {
  return { answer: answer as Answer, error: null, ms: 0 };
}

/** So many facts, beside a profile that takes so many tokens. */
function fetched(profileTokens: number, facts: number): FetchedTiers {
  const list = Array.from({ length: facts }, (_, number) => ({
    id: `fact_${number}`,
    content: `Town number ${number} has a lighthouse`,
    score: 0.9,
  }));
  const profile = completeResponse('facts', 'get_profile', {
    text: 'A profile',
    fields: [{ entries: [{ fact: { id: 'fact_of_profile' } }] }],
    receipt: { tokens: profileTokens, items: [{ id: 'fact_of_profile', score: 1, tokens: profileTokens }] },
  });
  return {
    profile: answered<ResponseOf<'facts', 'get_profile'>>(profile),
    facts: answered<ResponseOf<'facts', 'retrieve'>>(completeResponse('facts', 'retrieve', { facts: list })),
    before: [],
    episodes: nothing,
    conversation: nothing,
    retired: [],
    setAside: { facts: [], episodes: [] },
    ms: 0,
  };
}

it('gives the other tiers the room that the profile leaves, and no more', () => {
  const shownWith = (profileTokens: number, maxTokens: number) => {
    const { facts, tiers } = assembleTiers(fetched(profileTokens, 60), maxTokens);
    expect(tiers.facts.left_out).toBe(60 - facts.length);
    return facts.length;
  };
  expect(shownWith(200, 600)).toBe(shownWith(0, 400));
  expect(shownWith(200, 600)).toBeGreaterThan(0);
  expect(shownWith(200, 600)).toBeLessThan(60);
});
