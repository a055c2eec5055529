import { type EventHandler, waitingNode } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { conversationStoryByRules } from '../domain/recording/conversation-story.ts';
import { conversationDone, recordOfDone, storyOfConversation } from '../recording/conversation-record.ts';
import { learnableStory } from '../recording/learnable-story.ts';
import { recordEpisode } from '../recording/record-episode.ts';

/**
 * Records a conversation that is over as an episode if it had a goal, once: what an earlier end has reported is not looked at again. One
 * task or question alone is no conversation with a goal of its own. Where the model is away the rules tell it, until the model does.
 */
export const conversationEnded: EventHandler<Config> = async (event, context) => {
  if (!event.data.conversation_ended || !context.config.ENABLE_EPISODE_RECORDING) return;
  const { scope, graph, clock } = context;
  const done = await conversationDone(event, context);
  if (!done) return;

  const { value, waitsFor } = await storyOfConversation(done, event.conversation_id, context);
  const waiting = (made: readonly string[]) => {
    const conversationId = event.conversation_id;
    return waitsFor ? [waitingNode('EpisodeBacklog', { event, conversationId }, { made, waitsFor }, clock.now())] : [];
  };
  const told = value ? value.story : conversationStoryByRules(done.invocations, done.tasks);
  const story = told && (await learnableStory(told, event.conversation_id, context));
  if (!story) {
    await graph.commit(scope, { nodes: waiting([]) }, { episode_id: null });
    return;
  }
  const episode = { ...story, ...recordOfDone(event, done) };
  await recordEpisode(episode, null, ({ created, episode_id }) => waiting(created ? [episode_id] : []), context);
};
