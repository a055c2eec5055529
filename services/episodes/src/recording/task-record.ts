import type { InvocationStep } from '@agent-mem/contract';
import { askForJson, type EventContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { Story } from '../domain/episode/episode-node.ts';
import type { Outcome } from '../domain/episode/outcome.ts';
import { errorId } from '../domain/experience/error-node.ts';
import { type Experience, experienceOf } from '../domain/experience/experience.ts';
import { errorsToExplain, withNamedSolutions } from '../domain/experience/named-solutions.ts';
import type { PriorExperience } from '../domain/experience/plan-experience.ts';
import { outcomeOfTask } from '../domain/recording/outcome-of-task.ts';
import { storyByRules, type TaskDone, taskAnswer } from '../domain/recording/recorded-story.ts';
import { leastLikeness, likeErrors } from '../like-errors.ts';
import type { EpisodeExperience } from '../store-episode.ts';

/** A new error is joined with so many like it. */
const mostLikeErrors = 3;

/** What there is to store of a task. */
export interface TaskRecord {
  readonly story: Story;
  readonly outcome: Outcome;
  readonly tried: EpisodeExperience;
}

/** Describes a task and what was met in it: by the model, or by rules where it gave nothing that can be used; `null`: the model says that it was none. `steps`: those of it in the world. */
export async function taskRecord(
  done: TaskDone,
  steps: readonly InvocationStep[],
  injectedIds: readonly string[],
  context: EventContext<Config>,
): Promise<TaskRecord | null> {
  const byRules = experienceOf(steps);
  const variables = { question: done.question, steps, answer: done.success ? done.answer : '', errors: errorsToExplain(byRules) };
  const record = await askForJson(context, 'record-episode', variables, taskAnswer);
  const story = record ? record.story : storyByRules(done, steps, byRules);
  const experience = withNamedSolutions(byRules, record?.solutions ?? []);
  const outcome = outcomeOfTask(done, steps);
  return story && { story, outcome, tried: { experience, injectedIds, like: await likeNewErrors(experience, context) } };
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
