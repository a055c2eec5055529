import { conflictsRetried } from '@agent-mem/runtime';
import { type EventContext, storedMessage } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { withOutcome } from '../domain/episode/episode-change.ts';
import { readEpisode } from '../domain/episode/episode-node.ts';
import { changesOutcome } from '../domain/episode/outcome.ts';
import { outcomeInMessage } from '../domain/recording/outcome-in-message.ts';

/** Among so many messages before it the user's last is looked for. */
const mostMessages = 100;

/** Sets the outcome of the task just before a user's message, where that corrects it or thanks for it. Idempotent: the same message says the same. */
export async function weighNextMessage(message: GraphNode, context: EventContext<Config>): Promise<void> {
  const outcome = outcomeInMessage(storedMessage.read(message.properties).content);
  if (outcome === null) return;
  const { scope, graph, clock, signal } = context;
  await conflictsRetried(signal, async () => {
    const episode = await taskBefore(message, context);
    if (!episode || !changesOutcome(readEpisode(episode), outcome)) return;
    await graph.commit(scope, { nodes: [withOutcome(episode, outcome, new Date(clock.now()).toISOString())] });
  });
}

/** The newest task of the conversation, if no other message of a user stands between it and this one. */
async function taskBefore(message: GraphNode, { scope, graph }: EventContext<Config>): Promise<GraphNode | undefined> {
  const conversationId = message.conversationId ?? '';
  const [tasks, before] = await Promise.all([
    graph.find(scope, { kinds: ['Episode'], conversationId, order: 'createdAt', descending: true, limit: mostMessages }),
    graph.find(scope, {
      kinds: ['Message'],
      conversationId,
      ordinals: { to: (message.ordinal ?? 1) - 1 },
      order: 'ordinal',
      descending: true,
      limit: mostMessages,
    }),
  ]);
  const { metadata, timestamp } = storedMessage.read(message.properties);
  const asked = before.items.map(({ properties }) => storedMessage.read(properties)).find(({ role }) => role === 'user');
  return tasks.items.find((node) => {
    const task = readEpisode(node);
    const isItsOwn = task.invocation_id !== null && task.invocation_id === metadata.invocation_id;
    const isTask = node.status === 'ACTIVE' && task.trust === 'agent' && task.metadata.record_of === undefined;
    return isTask && !isItsOwn && task.timestamp <= timestamp && (asked === undefined || asked.timestamp <= task.timestamp);
  });
}
