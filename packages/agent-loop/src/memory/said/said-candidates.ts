import type { ResponseOf } from '@agent-mem/contract';
import type { RememberedText } from '@agent-mem/recall/believed';
import { countTokens, sessionHeading, sessionsOf } from '@agent-mem/recall/ranking';
import { type Candidate, candidate } from '../candidate.ts';
import { textOfEntry, textsOfSummary } from '../remembered-texts.ts';
import { lineOf, type SaidEntry, saidEntries } from './said-entry.ts';

/** What the conversation's tier shows: a line, or the summary. */
export type SaidItem = SaidEntry | { readonly summary: string };

/** What there is to show of conversations, each list best first. */
export interface SaidCandidates {
  /** The summary and the newest messages: they say what the talk is about, and stand before all else. */
  readonly first: readonly Candidate<SaidItem>[];
  readonly own: readonly Candidate<SaidItem>[];
  readonly others: readonly Candidate<SaidItem>[];
  /** Earlier turns and further messages, the newest first: they fill the room that is left. */
  readonly rest: readonly Candidate<SaidItem>[];
  readonly retired: readonly Candidate<SaidItem>[];
  readonly sessions: ReadonlyMap<SaidEntry, string>;
}

/** So many of the newest messages stand before all else. */
const newestFew = 5;

/** What of the conversations may be shown. What speaks of a fact that is retired may not, nor may such a sentence of the summary. */
export function saidCandidates(
  answer: ResponseOf<'conversations', 'build_context'> | null,
  mayBeShown: (text: RememberedText) => boolean,
): SaidCandidates {
  const ranked = new Map(answer?.receipt?.items.map(({ id, score }, rank) => [id, { rank, score }]));
  const bestFirst = (entries: readonly SaidEntry[]) => entries.toSorted((a, b) => rankOf(a.id) - rankOf(b.id));
  const rankOf = (id: string) => ranked.get(id)?.rank ?? ranked.size;
  const entries = saidEntries(answer);
  const all = Object.values(entries).flat();
  const sessions = sessionsOf(all);
  const isShown = new Set(all.filter((entry) => mayBeShown(textOfEntry(entry))));
  const candidatesOf = (from: readonly SaidEntry[], score?: number) => from.map((entry) => lineCandidate(entry, score));
  const lineCandidate = (entry: SaidEntry, score = ranked.get(entry.id)?.score) =>
    candidate<SaidItem>({
      shown: entry,
      id: entry.id,
      score: score ?? 0,
      text: lineOf(entry),
      heading: { key: sessions.get(entry) ?? '', tokens: countTokens(`${sessionHeading(entry)}\n`) },
    });
  const shown = (from: readonly SaidEntry[]) => from.filter((entry) => isShown.has(entry));
  return {
    first: [...summaryOf(answer, mayBeShown), ...candidatesOf(shown(entries.newest.slice(0, newestFew)), Infinity)],
    own: candidatesOf(shown(bestFirst(entries.own))),
    others: candidatesOf(shown(bestFirst(entries.others))),
    rest: candidatesOf(shown([...entries.turns, ...entries.newest.slice(newestFew)]), 0),
    retired: candidatesOf(all.filter((entry) => !isShown.has(entry))),
    sessions,
  };
}

function summaryOf(
  answer: ResponseOf<'conversations', 'build_context'> | null,
  mayBeShown: (text: RememberedText) => boolean,
): readonly Candidate<SaidItem>[] {
  if (!answer?.summary) return [];
  const sentences = textsOfSummary(answer.summary).filter(mayBeShown);
  const summary = sentences.flatMap(({ texts }) => texts).join(' ');
  // A service of an earlier version does not say its id.
  const id = answer.summary_id ?? '';
  return summary === '' ? [] : [candidate<SaidItem>({ shown: { summary }, id, score: Infinity, text: summary })];
}
