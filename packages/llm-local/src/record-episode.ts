import type { StepVariables, TemplateVariables } from '@agent-mem/llm';
import { clip, sentenceOf } from './sentence.ts';

/** What the template's answer must be. */
export interface RecordedEpisode {
  readonly task: boolean;
  readonly goal: string;
  readonly steps: readonly string[];
  readonly outcome: string;
  readonly lessons: string;
}

const failure = /\b(error|failed|failure|exception|not found|denied|timed? ?out|unavailable)\b/i;

/** A task is what took a tool of the world, not only a look into memory. */
export function recordEpisode({ question, steps, answer }: TemplateVariables['record-episode']): RecordedEpisode {
  const acted = steps.filter(({ action, from_memory }) => action !== '' && !from_memory);
  return {
    task: acted.length > 0,
    goal: clip(question, 500),
    steps: acted.map(describe),
    outcome: clip(answer, 500),
    lessons: lessonsOf(acted),
  };
}

function describe({ action, arguments: given, observation }: StepVariables): string {
  const call = given === '' || given === '{}' ? action : `${action} ${clip(given, 120)}`;
  return observation === '' ? call : `${call}: ${clip(sentenceOf(observation), 160)}`;
}

/** What failed first and what went well after it. */
function lessonsOf(steps: readonly StepVariables[]): string {
  const failed = steps.findIndex(({ observation }) => failure.test(observation));
  const bad = steps[failed];
  if (bad === undefined) return '';
  const good = steps.slice(failed + 1).find(({ observation }) => !failure.test(observation));
  const went = `${bad.action} did not work (${clip(sentenceOf(bad.observation), 160)})`;
  return good === undefined ? `${went}.` : `${went}; ${good.action} ${clip(good.arguments, 120)} did.`;
}
