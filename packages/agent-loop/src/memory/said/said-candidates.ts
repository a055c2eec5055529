import type { ResponseOf } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { countTokens, sessionHeading, sessionsOf } from '@agent-mem/recall/ranking';
import { type Candidate, candidate } from '../candidate.ts';
import type { RememberedText } from '../retired-facts.ts';
import { lineOf, messageEntry, type SaidEntry, turnEntry } from './said-entry.ts';

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
  const entries = {
    own: (answer?.relevant_messages ?? []).map((message) => messageEntry(message, false)),
    others: (answer?.other_messages ?? []).map((message) => messageEntry(message, true)),
    newest: (answer?.recent_messages ?? []).map((message) => messageEntry(message, false)).toReversed(),
    turns: (answer?.invocations ?? []).map(turnEntry).toReversed(),
  };
  const sessions = sessionsOf(Object.values(entries).flat());
  const all = Object.values(entries).flat();
  const isShown = new Set(all.filter((entry) => mayBeShown(textOf(entry))));
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
  const sentences = sentencesOf(answer.summary).filter((sentence) =>
    mayBeShown({ texts: [sentence], invocationId: null, at: '' }),
  );
  const summary = sentences.join(' ');
  // A service of an earlier version does not say its id.
  const id = answer.summary_id ?? '';
  return summary === '' ? [] : [candidate<SaidItem>({ shown: { summary }, id, score: Infinity, text: summary })];
}

function textOf({ content, turn, message, timestamp }: SaidEntry): RememberedText {
  const invocationId = turn?.invocation_id ?? message?.metadata.invocation_id ?? null;
  return { texts: [content], invocationId, at: timestamp };
}
