import type { InvocationCompleted, InvocationStep } from '@agent-mem/contract';
import { conflictsRetried, type EventContext, type EventHandler, modelAnswer, worldSteps } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { Story } from '../domain/episode-node.ts';
import { readRecord, storyByRules } from '../domain/recorded-story.ts';
import { keepEpisode } from '../keep-episode.ts';

/** An invocation that did less in the world is an answer, not a task. */
const minTaskSteps = 2;

/** Records an invocation that was a task, once: one question to the model, then one commit under the event's id. */
export const invocationCompleted: EventHandler<Config> = async (event, context) => {
  const done = event.data.invocation_completed;
  if (!done?.record_episode || !context.config.ENABLE_EPISODE_RECORDING) return;
  const steps = worldSteps(done);
  if (steps.length < minTaskSteps) return;

  const { scope, graph } = context;
  const story = await recordedStory(done, steps, context);
  if (!story) {
    await graph.commit(scope, {}, { episode_id: null });
    return;
  }
  const draft = {
    ...story,
    timestamp: event.timestamp,
    metadata: {},
    success: done.success,
    conversationId: event.conversation_id || null,
    invocationId: done.invocation_id,
    trust: 'agent',
  } as const;
  // Around the commit alone, so that a conflict does not ask the model again.
  const { reply, written } = await conflictsRetried(context.signal, () => keepEpisode(graph, scope, draft, context.clock.now()));
  if (!written) return;
  context.metrics.memories('Episode', 1);
  await context.index(scope, [reply.episode_id], { signal: context.signal });
};

/** The model's record, or that of rules where it gave none that can be used; `null` where it says that this was no task. */
async function recordedStory(
  done: InvocationCompleted,
  steps: readonly InvocationStep[],
  context: EventContext<Config>,
): Promise<Story | null> {
  const variables = { question: done.question, steps, answer: done.answer };
  const record = await modelAnswer(context, 'record-episode', variables, readRecord);
  return record ? record.story : storyByRules(done, steps);
}
