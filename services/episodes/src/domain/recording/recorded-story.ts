import { type InvocationCompleted, type InvocationStep, isOwnAnswer, limits } from '@agent-mem/contract';
import { modelList, modelText, sentenceOf } from '@agent-mem/llm';
import { type JsonAnswer, type ReadAnswer, readEntries } from '@agent-mem/service-kit';
import type { Story } from '../episode/episode-node.ts';
import { attemptOf, type Experience, type MetError } from '../experience/experience.ts';
import { type NamedSolution, namedSolutionsIn } from '../experience/named-solutions.ts';
import { shortened } from './shortened.ts';

/** Most steps of an episode, as the contract has it. */
const maxSteps = 200;

/** A `story` of `null` says that there was no task. */
export interface RecordedStory {
  readonly story: Story | null;
}

/** A model's record of a task, with the steps that it says got over the errors. */
export interface RecordedTask extends RecordedStory {
  readonly solutions: readonly NamedSolution[];
}

const text = { type: 'string' };

const storyProperties = {
  task: { type: 'boolean' },
  goal: text,
  steps: { type: 'array', items: text },
  outcome: text,
  lessons: text,
};

/** What a model is asked for about a conversation. */
export const recordAnswer: JsonAnswer<RecordedStory> = {
  kind: 'object',
  maxTokens: 4_000,
  schema: { name: 'episode', schema: schemaOf(storyProperties) },
  read: readRecord,
};

/** What a model is asked for about a task. */
export const taskAnswer: JsonAnswer<RecordedTask> = {
  kind: 'object',
  maxTokens: 4_000,
  schema: {
    name: 'task',
    schema: schemaOf({
      ...storyProperties,
      solutions: { type: 'array', items: schemaOf({ error: { type: 'integer' }, step: { type: 'integer' }, why: text }) },
    }),
  },
  read(record) {
    const read = readRecord(record);
    return 'value' in read ? { ...read, value: { ...read.value, solutions: namedSolutionsIn(record.solutions) } } : read;
  },
};

function schemaOf(properties: Readonly<Record<string, object>>): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function readRecord(record: Readonly<Record<string, unknown>>): ReadAnswer<RecordedStory> {
  if (Buffer.byteLength(JSON.stringify(record)) > limits.textBytes) return { unusable: 'too-long' };
  const task = String(record.task).toLowerCase();
  if (task === 'false') return { value: { story: null } };
  if (task !== 'true') return { unusable: 'no-task' };
  const goal = modelText(record.goal);
  const [outcome, lessons] = [modelText(record.outcome), modelText(record.lessons)];
  if (!goal) return { unusable: 'no-goal' };
  if (outcome === null || lessons === null) return { unusable: 'not-text' };
  const done = readEntries(modelList(record.steps), maxSteps, readStep);
  if ('unusable' in done) return done;
  return { ...done, value: { story: { goal, steps: [...done.value], outcome, lessons } } };
}

function readStep(given: unknown): ReadAnswer<string> {
  const step = modelText(given);
  if (step === null) return { unusable: 'not-text' };
  return step === '' ? { unusable: 'blank' } : { value: step };
}

/** A task that is over: of an invocation, or of a turn of a conversation. */
export type TaskDone = Pick<InvocationCompleted, 'question' | 'answer' | 'steps' | 'success' | 'error' | 'started_at'>;

/** The outcome of a task that was cut short. Its steps say how far it came; the error that ended it says nothing of the task. */
const notFinished = 'Not finished.';

/** The record by rules, for when no model wrote one: the question, what was called and seen, the answer, and what failed on the way and what got over it. */
export function storyByRules(done: TaskDone, steps: readonly InvocationStep[], { errors, looks }: Experience): Story {
  const mattered = steps.filter((_, index) => !looks.has(index));
  return {
    goal: shortened(done.question),
    steps: mattered.slice(0, maxSteps).map((step) => shortened(stepDone(step))),
    outcome: done.success ? shortened(outcomeIn(done.answer)) : notFinished,
    lessons: shortened(errors.map(lessonOf).join('\n')),
  };
}

/** What an answer says of how a task ended. */
export function outcomeIn(answer: string): string {
  return isOwnAnswer(answer) ? '' : answer;
}

function stepDone(step: InvocationStep): string {
  const seen = shortened(sentenceOf(step.observation), 160);
  return seen === '' ? attemptOf(step) : `${attemptOf(step)}: ${seen}`;
}

function lessonOf({ attempt, text, solution }: MetError): string {
  const failure = `${shortened(attempt, 200)} failed: ${shortened(text, 200)}`;
  return solution === null
    ? failure
    : `${failure}${/[.!?…]$/.test(failure) ? '' : '.'} What worked: ${shortened(solution.attempt, 200)}`;
}
