import type { Episode, ResponseOf } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { type SaidEntry, saidEntries } from './said/said-entry.ts';

/** A text of another tier than facts, by what it may hold of facts. */
export interface RememberedText {
  readonly texts: readonly string[];
  /** The invocation it is of; `null`: of none. */
  readonly invocationId: string | null;
  /** The message that says it; `null`: none does. */
  readonly messageId: string | null;
  /** When it was said (ISO 8601). */
  readonly at: string;
}

/** What an episode says. */
export function textOfEpisode({ goal, steps, outcome, lessons, invocation_id, timestamp }: Episode): RememberedText {
  return { texts: [goal, ...steps, outcome, lessons], invocationId: invocation_id, messageId: null, at: timestamp };
}

/** What was said in a message or a turn. */
export function textOfEntry({ content, turn, message, timestamp }: SaidEntry): RememberedText {
  const invocationId = turn?.invocation_id ?? message?.metadata.invocation_id ?? null;
  return { texts: [content], invocationId, messageId: message?.id ?? null, at: timestamp };
}

/** What a summary says, by its sentences. */
export function textsOfSummary(summary: string): readonly RememberedText[] {
  return sentencesOf(summary).map((sentence) => ({ texts: [sentence], invocationId: null, messageId: null, at: '' }));
}

/** All that is remembered beside facts. */
export function rememberedTexts(
  episodes: ResponseOf<'episodes', 'retrieve'> | null,
  conversation: ResponseOf<'conversations', 'build_context'> | null,
): readonly RememberedText[] {
  return [
    ...(episodes?.episodes ?? []).map(textOfEpisode),
    ...Object.values(saidEntries(conversation)).flat().map(textOfEntry),
    ...textsOfSummary(conversation?.summary ?? ''),
  ];
}
