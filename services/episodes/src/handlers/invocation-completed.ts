import type { InvocationCompleted, InvocationStep } from '@agent-mem/contract';
import { conflictsRetried } from '@agent-mem/runtime';
import { askForJson, type EventContext, type EventHandler, externalSteps } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { Story } from '../domain/episode/episode-node.ts';
import { errorId } from '../domain/experience/error-node.ts';
import { type Experience, experienceOf } from '../domain/experience/experience.ts';
import type { PriorExperience } from '../domain/experience/plan-experience.ts';
import { recordAnswer, storyByRules } from '../domain/recording/recorded-story.ts';
import { isTask } from '../domain/recording/task.ts';
import { leastLikeness, likeErrors } from '../like-errors.ts';
import { storeEpisode } from '../store-episode.ts';

/** A new error is joined with so many like it. */
const mostLikeErrors = 3;

/**
 * Records an invocation that was a task, once: one question to the model, then one commit under the event's id, with the errors that
 * were met, what got over them, and what came of solutions that were known.
 */
export const invocationCompleted: EventHandler<Config> = async (event, context) => {
  const done = event.data.invocation_completed;
  if (!done?.record_episode || !context.config.ENABLE_EPISODE_RECORDING) return;
  const steps = externalSteps(done);
  if (!isTask(done, steps)) return;

  const { scope, graph } = context;
  const experience = experienceOf(steps, done.success);
  const story = await recordedStory(done, steps, experience, context);
  if (!story) {
    await graph.commit(scope, {}, { episode_id: null });
    return;
  }
  const episode = {
    ...story,
    timestamp: event.timestamp,
    metadata: {},
    success: done.success,
    conversation_id: event.conversation_id || null,
    invocation_id: done.invocation_id,
    trust: 'agent',
  } as const;
  const tried = { experience, injectedIds: done.injected_ids, like: await likeNewErrors(experience, context) };
  // Around the commit alone, so that a conflict does not ask the model again.
  const { reply, written } = await conflictsRetried(context.signal, () =>
    storeEpisode(graph, scope, episode, context.clock.now(), tried),
  );
  if (written.includes(reply.episode_id)) context.metrics.memories('Episode', 1);
  await context.index(scope, written, { signal: context.signal });
};

/** The model's record, or that of rules where it gave none that can be used; `null` where it says that this was no task. */
async function recordedStory(
  done: InvocationCompleted,
  steps: readonly InvocationStep[],
  experience: Experience,
  context: EventContext<Config>,
): Promise<Story | null> {
  const variables = { question: done.question, steps, answer: done.answer };
  const record = await askForJson(context, 'record-episode', variables, recordAnswer);
  return record ? record.story : storyByRules(done, steps, experience);
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
