import { type StepVariables, sentenceOf, type TemplateVariables } from '@agent-mem/llm';
import { clip } from './clip.ts';

/** What the template's answer must be. */
export interface RecordedEpisode {
  readonly task: boolean;
  readonly goal: string;
  readonly steps: readonly string[];
  readonly outcome: string;
  readonly lessons: string;
}

type Episode = TemplateVariables['record-episode'];

const failure = /\b(error|failed|failure|exception|not found|denied|timed? ?out|unavailable)\b/i;

/** A task is what took a tool of the world, not only a look into memory. */
export function recordEpisode({ question, steps, answer, errors = [] }: TemplateVariables['record-episode']): RecordedEpisode {
  const acted = steps.filter(({ action, from_memory }) => action !== '' && !from_memory);
  return {
    task: acted.length > 0,
    goal: clip(question, 500),
    steps: acted.map(describe),
    outcome: clip(answer, 500),
    lessons: lessonsOf(acted, errors),
  };
}

function describe(step: StepVariables): string {
  return step.observation === '' ? called(step) : `${called(step)}: ${clip(sentenceOf(step.observation), 160)}`;
}

function called({ action, arguments: given }: StepVariables): string {
  return given === '' || given === '{}' ? action : `${action} ${clip(given, 120)}`;
}

/** What failed, each once, and what got over it: of several candidates the last. */
function lessonsOf(steps: readonly StepVariables[], errors: NonNullable<Episode['errors']>): string {
  const lessons = new Set<string>();
  for (const bad of steps) {
    if (!hasFailed(bad)) continue;
    const over = errors.find(({ error }) => bad.observation.includes(error.replace(/…$/, '')))?.candidates.at(-1);
    const went = `${called(bad)} did not work (${clip(sentenceOf(bad.observation), 160)})`;
    lessons.add(over === undefined ? `${went}.` : `${went}; what got over it: ${clip(over.attempt, 160)}.`);
  }
  return clip([...lessons].join(' '), 1_000);
}

function hasFailed({ success, observation }: StepVariables): boolean {
  return !success || failure.test(observation);
}
