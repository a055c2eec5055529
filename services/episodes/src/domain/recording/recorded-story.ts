import { type InvocationCompleted, type InvocationStep, limits } from '@agent-mem/contract';
import { readModelJson } from '@agent-mem/llm';
import type { ReadAnswer } from '@agent-mem/service-kit';
import type { Story } from '../episode/episode-node.ts';
import { attemptOf, type Experience, type MetError } from '../experience/experience.ts';
import { shortened } from './shortened.ts';

/** Most steps of an episode, as the contract has it. */
const maxSteps = 200;

/** Reads the model's record; a `story` of `null` says that there was no task. */
export function readRecord(answer: string): ReadAnswer<{ readonly story: Story | null }> {
  if (Buffer.byteLength(answer) > limits.textBytes) return { unusable: 'too-long' };
  let record: unknown;
  try {
    record = readModelJson(answer);
  } catch {
    return { unusable: 'not-json' };
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return { unusable: 'not-an-object' };
  const { task, goal, steps, outcome, lessons } = record as Record<string, unknown>;
  if (task === false) return { value: { story: null } };
  if (task !== true) return { unusable: 'no-task' };
  if (!isText(goal) || goal.trim() === '') return { unusable: 'no-goal' };
  if (!Array.isArray(steps) || steps.length > maxSteps || !steps.every(isText)) return { unusable: 'no-steps' };
  if (!isText(outcome) || !isText(lessons)) return { unusable: 'not-text' };
  const story = { goal: goal.trim(), steps: steps.map((step) => step.trim()), outcome: outcome.trim(), lessons: lessons.trim() };
  return { value: { story } };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

/** A task that is over: of an invocation, or of a turn of a conversation. */
export type TaskDone = Pick<InvocationCompleted, 'question' | 'answer' | 'steps' | 'success' | 'error'>;

/** The record by rules, for when no model wrote one: the question, what was called, the answer, and what failed on the way and what got over it. */
export function storyByRules(done: TaskDone, steps: readonly InvocationStep[], { errors }: Experience): Story {
  return {
    goal: shortened(done.question),
    steps: steps.slice(0, maxSteps).map((step) => shortened(attemptOf(step))),
    outcome: shortened(done.success ? done.answer : (done.error ?? done.answer)),
    lessons: shortened(errors.map(lessonOf).join('\n')),
  };
}

function lessonOf({ attempt, text, solution }: MetError): string {
  const failure = `${shortened(attempt, 200)} failed: ${shortened(text, 200)}`;
  return solution === null ? failure : `${failure}${/[.!?…]$/.test(failure) ? '' : '.'} What worked: ${shortened(solution, 200)}`;
}
