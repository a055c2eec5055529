import type { Candidate } from '../pool.ts';

/** Only the best decide: further down, anybody says something like it. */
const lookedAt = 10;

/** How doubtful it is, 0 to 1, that something answers a question that names one participant. */
export interface Doubt {
  /** Of what that participant said: the best relevance of what others said as a share of the best of its own. */
  readonly own: number;
  /** Of what others said: it is not what was asked for. */
  readonly others: 1;
}

/** A question whose words somebody else has said as clearly may rest on a mistake about who it was. */
export function doubtOf(ranked: readonly { readonly document: Candidate; readonly relevance: number }[], named: string): Doubt {
  let own = 0;
  let others = 0;
  for (const { document, relevance } of ranked.slice(0, lookedAt)) {
    if (document.fields.asks === true) continue;
    if (document.fields.speaker === named) own = Math.max(own, relevance);
    else if (isSpoken(document)) others = Math.max(others, relevance);
  }
  return { own: others === 0 ? 0 : Math.min(1, others / Math.max(own, 1e-9)), others: 1 };
}

/** Somebody by a name has said it; what an assistant repeats is nobody else's word. */
export function isSpoken({ fields }: Candidate): boolean {
  return typeof fields.speaker === 'string';
}
