import { type EventHandler, externalSteps, waitingNode } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { recordOfInvocation } from '../domain/recording/episode-record.ts';
import { isTask } from '../domain/recording/task.ts';
import { recordEpisode } from '../recording/record-episode.ts';
import { taskRecord } from '../recording/task-record.ts';
import type { NodesBeside } from '../store-episode.ts';

/**
 * Records an invocation that was a task, once: one question to the model, then one commit under the event's id, with the errors that
 * were met, what got over them, and what came of solutions that were known. Where the model is away the rules tell it, until the model does.
 */
export const invocationCompleted: EventHandler<Config> = async (event, context) => {
  const done = event.data.invocation_completed;
  if (!done?.record_episode || !context.config.ENABLE_EPISODE_RECORDING) return;
  const steps = externalSteps(done);
  if (!isTask(done, steps)) return;

  const conversationId = event.conversation_id || null;
  const record = await taskRecord(done, steps, { injectedIds: done.injected_ids, conversationId }, context);
  if (typeof record === 'string') {
    await context.graph.commit(context.scope, {}, { episode_id: null });
    return;
  }
  const { story, outcome, tried, waitsFor } = record;
  const waiting: NodesBeside = ({ created, episode_id }) => {
    if (waitsFor === null) return [];
    const made = created ? [episode_id] : [];
    return [waitingNode('EpisodeBacklog', { event, conversationId }, { made, waitsFor }, context.clock.now())];
  };
  await recordEpisode({ ...story, ...recordOfInvocation(event, outcome) }, tried, waiting, context);
};
