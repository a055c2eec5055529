import { sentenceOf, type TemplateVariables } from '@agent-mem/llm';
import { clip } from './clip.ts';
import type { RecordedEpisode } from './record-episode.ts';

/** A conversation had a goal if it came back to something after a task: its first question, and all that was done for it. */
export function recordConversation({
  invocations,
  episodes,
}: Pick<TemplateVariables['record-conversation'], 'invocations' | 'episodes'>): RecordedEpisode {
  return {
    task: episodes.length > 0 && invocations.length > 1,
    goal: clip(invocations[0]?.query ?? '', 500),
    steps: invocations.map(({ query, summary }) => clip(`${sentenceOf(query)} ${sentenceOf(summary)}`, 300)),
    outcome: clip(invocations.at(-1)?.result ?? '', 500),
    lessons: clip([...new Set(episodes.map(({ lessons }) => lessons).filter((lesson) => lesson !== ''))].join(' '), 1_000),
  };
}
