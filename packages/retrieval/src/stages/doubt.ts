import type { Ranked } from '../rank.ts';

/** Only the best decide: further down, anybody says something like it. */
const lookedAt = 10;

/**
 * 0 to 1: where the question names one participant, the best relevance of what others said as a share of the best of what that one said.
 * A question whose words somebody else has said as clearly may rest on a mistake about who it was.
 */
export function doubt(ranked: readonly Pick<Ranked, 'document' | 'relevance'>[], named: string | null): number {
  if (named === null) return 0;
  let own = 0;
  let others = 0;
  for (const { document, relevance } of ranked.slice(0, lookedAt)) {
    if (document.fields.speaker === named) own = Math.max(own, relevance);
    else others = Math.max(others, relevance);
  }
  return others === 0 ? 0 : Math.min(1, others / Math.max(own, 1e-9));
}
