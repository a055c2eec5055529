import type { LeftOutItem, ResponseOf } from '@agent-mem/contract';
import { analyse, queryTerms } from '@agent-mem/recall/ranking';

/** Quarantined records that are looked at, the newest. */
export const mostQuarantined = 100;
/** The share of a query's terms that a record must have. */
const enough = 1 / 3;

/** What services have quarantined; `null`: they did not answer. */
export interface Quarantined {
  readonly facts: ResponseOf<'facts', 'list'> | null;
  readonly episodes: ResponseOf<'episodes', 'list'> | null;
  /** The conversation that sees its own facts; `null`: none. */
  readonly conversationId: string | null;
}

/** Quarantined records that share their words with a query, with the reason, those that share most first: without it they might be shown. */
export interface SetAside {
  readonly facts: readonly LeftOutItem[];
  readonly episodes: readonly LeftOutItem[];
}

/** Says what of the quarantined records a query is about. They have no vector, so that their words alone count. */
export function setAsideFor(query: string, { facts, episodes, conversationId }: Quarantined): SetAside {
  const terms = queryTerms(query);
  const seen = (facts?.facts ?? []).filter(
    ({ visibility, conversation_id }) => visibility === 'scope' || conversation_id === conversationId,
  );
  const about = (records: readonly Sought[]) =>
    records
      .map((record) => ({ ...record, share: shareOf(terms, record.text) }))
      .filter(({ share }) => share >= enough)
      .toSorted((a, b) => b.share - a.share)
      .map(({ id, why }) => ({ id, reason: `quarantined: ${why}` }));
  return {
    facts: about(seen.map(({ id, content, quarantine_reason }) => ({ id, text: content, why: quarantine_reason ?? '' }))),
    episodes: about(
      (episodes?.episodes ?? []).map(({ id, goal, steps, outcome, lessons, quarantine_reason }) => ({
        id,
        text: [goal, ...steps, outcome, lessons].join('\n'),
        why: quarantine_reason ?? '',
      })),
    ),
  };
}

interface Sought {
  readonly id: string;
  readonly text: string;
  readonly why: string;
}

function shareOf(terms: readonly string[], text: string): number {
  if (terms.length === 0) return 0;
  const { terms: held } = analyse(text);
  return terms.filter((term) => term in held).length / terms.length;
}
