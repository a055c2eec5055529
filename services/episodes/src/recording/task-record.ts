import type { InvocationStep } from '@agent-mem/contract';
import { isByRules } from '@agent-mem/llm';
import { askToLearn, type EventContext, learningRules, type Taught, type WaitsFor } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { Story } from '../domain/episode/episode-node.ts';
import type { Outcome } from '../domain/episode/outcome.ts';
import { errorId } from '../domain/experience/error-node.ts';
import { type Experience, experienceOf, ownExperience } from '../domain/experience/experience.ts';
import { errorsToExplain, withNamedSolutions } from '../domain/experience/named-solutions.ts';
import type { PriorExperience } from '../domain/experience/plan-experience.ts';
import { outcomeOfTask } from '../domain/recording/outcome-of-task.ts';
import { type RecordedTask, storyByRules, type TaskDone, taskAnswer } from '../domain/recording/recorded-story.ts';
import { leastLikeness, likeErrors } from '../like-errors.ts';
import type { EpisodeExperience } from '../store-episode.ts';
import { learnableStory } from './learnable-story.ts';

/** A new error is joined with so many like it. */
const mostLikeErrors = 3;

/** What there is to store of a task. */
export interface TaskRecord {
  readonly story: Story;
  readonly outcome: Outcome;
  readonly tried: EpisodeExperience;
  /** Why the model is still to tell it; `null`: it is not. */
  readonly waitsFor: WaitsFor | null;
  /** The model answered nothing that could be used: the rules tell it. */
  readonly isUnusable: boolean;
}

/** Why there is nothing to store: the model says that it was no task, or it is of a category that is never learned. */
export type NoRecord = 'no-task' | 'category';

/** Describes a task and what was met in it: by the model, or by rules where it gave nothing that can be used. `steps`: those of it in the world. */
export async function taskRecord(
  done: TaskDone,
  steps: readonly InvocationStep[],
  { injectedIds, conversationId }: { readonly injectedIds: readonly string[]; readonly conversationId: string | null },
  context: EventContext<Config>,
): Promise<TaskRecord | NoRecord> {
  const byRules = experienceOf(steps, done.started_at);
  const { value, waitsFor } = await storyOfTask(done, steps, conversationId, context);
  // The rules tell it where the model gave nothing that can be used, and until it does.
  const told = value ? value.story : storyByRules(done, steps, byRules);
  if (!told) return 'no-task';
  const story = await learnableStory(told, conversationId, context);
  if (!story) return 'category';
  const experience = ownExperience(withNamedSolutions(byRules, value?.solutions ?? []));
  const tried = { experience, injectedIds, like: await likeNewErrors(experience, context) };
  const isUnusable = value === null && waitsFor === null && !isByRules(context.chatModel);
  return { story, outcome: outcomeOfTask(done, steps), tried, waitsFor, isUnusable };
}

/** What the model tells of a task. */
export async function storyOfTask(
  { question, answer, success }: TaskDone,
  steps: readonly InvocationStep[],
  conversationId: string | null,
  context: EventContext<Config>,
): Promise<Taught<RecordedTask>> {
  const errors = errorsToExplain(experienceOf(steps));
  const rules = await learningRules(conversationId, context);
  return askToLearn(context, 'record-episode', { question, steps, answer: success ? answer : '', errors, ...rules }, taskAnswer);
}

/** Known errors like those that nobody has met before. */
async function likeNewErrors({ errors }: Experience, context: EventContext<Config>): Promise<PriorExperience['like']> {
  const ids = errors.map(({ key }) => errorId(key));
  const known = new Set((await context.graph.get(context.scope, ids)).map(({ id }) => id));
  const searching = { ...context, timeLeftMs: (atMost: number) => atMost };
  const like: PriorExperience['like'][number][] = [];
  for (const { key } of errors) {
    if (known.has(errorId(key))) continue;
    const found = await likeErrors(searching, key, { least: leastLikeness, most: mostLikeErrors });
    like.push(...found.filter(({ id }) => id !== errorId(key)).map((other) => ({ key, ...other })));
  }
  return like;
}
