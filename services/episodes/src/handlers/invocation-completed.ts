import { conflictsRetried } from '@agent-mem/runtime';
import { type EventHandler, externalSteps, waitingNode } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { successOf } from '../domain/episode/outcome.ts';
import { isTask } from '../domain/recording/task.ts';
import { taskRecord } from '../recording/task-record.ts';
import { type StoredEpisode, storeEpisode } from '../store-episode.ts';

/**
 * Records an invocation that was a task, once: one question to the model, then one commit under the event's id, with the errors that
 * were met, what got over them, and what came of solutions that were known. Where the model is away the rules tell it, until the model does.
 */
export const invocationCompleted: EventHandler<Config> = async (event, context) => {
  const done = event.data.invocation_completed;
  if (!done?.record_episode || !context.config.ENABLE_EPISODE_RECORDING) return;
  const steps = externalSteps(done);
  if (!isTask(done, steps)) return;

  const { scope, graph, clock } = context;
  const conversationId = event.conversation_id || null;
  const record = await taskRecord(done, steps, { injectedIds: done.injected_ids, conversationId }, context);
  if (typeof record === 'string') {
    await graph.commit(scope, {}, { episode_id: null });
    return;
  }
  const episode = {
    ...record.story,
    timestamp: event.timestamp,
    metadata: {},
    ...record.outcome,
    success: successOf(record.outcome),
    conversation_id: conversationId,
    invocation_id: done.invocation_id,
    trust: 'agent',
  } as const;
  const { waitsFor } = record;
  const beside = (stored: StoredEpisode['reply']) => {
    if (waitsFor === null) return [];
    const made = stored.created ? [stored.episode_id] : [];
    return [waitingNode('EpisodeBacklog', { event, conversationId }, { made, waitsFor }, clock.now())];
  };
  // Around the commit alone, so that a conflict does not ask the model again.
  const { reply, written } = await conflictsRetried(context.signal, () =>
    storeEpisode(graph, scope, episode, clock.now(), record.tried, beside),
  );
  if (written.includes(reply.episode_id)) context.metrics.memories('Episode', 1);
  await context.index(scope, written, { signal: context.signal });
};
