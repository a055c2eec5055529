import type { ResponseOf } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { type RememberedText, textOfEpisode } from '@agent-mem/recall/believed';
import { type SaidEntry, saidEntries } from './said/said-entry.ts';

/** What was said in a message or a turn. */
export function textOfEntry({ content, turn, message, timestamp, conversationId }: SaidEntry): RememberedText {
  const invocationId = turn?.invocation_id || message?.metadata.invocation_id || null;
  return { texts: [content], invocationId, messageId: message?.id ?? null, at: timestamp, isOwn: conversationId === null };
}

/** What the summary of the conversation that is shown says, by its sentences. */
export function textsOfSummary(summary: string): readonly RememberedText[] {
  return sentencesOf(summary).map((sentence) => ({
    texts: [sentence],
    invocationId: null,
    messageId: null,
    at: '',
    isOwn: true,
  }));
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
