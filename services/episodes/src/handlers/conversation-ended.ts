import type { Scope } from '@agent-mem/contract';
import { conflictsRetried } from '@agent-mem/runtime';
import {
  askForJson,
  type EventHandler,
  invocationsSinceLastEnd,
  type MessageSinceLastEnd,
  messagesSinceLastEnd,
  readingOf,
  readingsOf,
} from '@agent-mem/service-kit';
import type { Graph } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { readEpisode } from '../domain/episode/episode-node.ts';
import { successOf, unknownOutcome } from '../domain/episode/outcome.ts';
import { conversationStoryByRules, hasSeveralTurns, type TaskOfConversation } from '../domain/recording/conversation-story.ts';
import { recordAnswer } from '../domain/recording/recorded-story.ts';
import { shortened } from '../domain/recording/shortened.ts';
import { storeEpisode } from '../store-episode.ts';

/** Of a longer conversation the newest are looked at. */
const mostInvocations = 50;
const mostMessages = 150;

/**
 * Records a conversation that is over as an episode if it had a goal, once: what an earlier end has reported is not looked at again. One
 * task or question alone is no conversation with a goal of its own.
 */
export const conversationEnded: EventHandler<Config> = async (event, context) => {
  if (!event.data.conversation_ended || !context.config.ENABLE_EPISODE_RECORDING) return;
  const { scope, graph } = context;
  const [invocations, all] = await Promise.all([
    invocationsSinceLastEnd(graph, scope, event, mostInvocations),
    messagesSinceLastEnd(graph, scope, event, mostMessages),
  ]);
  // The invocation's own event reports what was said in it.
  const messages = all.filter(({ invocationId }) => invocationId === null);
  if (!hasSeveralTurns(invocations, messages)) return;

  const turns = await recordedTurns(graph, scope, messages);
  const tasks = await tasksIn(graph, scope, event.conversation_id, new Set([...invocations.map(({ id }) => id), ...turns]));
  const said = messages.map(({ role, content }) => ({ role, content: shortened(content) }));
  const variables = { invocations, messages: said, episodes: tasks };
  const record = await askForJson(context, 'record-conversation', variables, recordAnswer);
  const story = record ? record.story : conversationStoryByRules(invocations, tasks);
  if (!story) {
    await graph.commit(scope, {}, { episode_id: null });
    return;
  }
  const outcome = tasks.at(-1)?.ended ?? unknownOutcome;
  const episode = {
    ...story,
    timestamp: event.timestamp,
    metadata: { record_of: 'conversation' },
    ...outcome,
    success: successOf(outcome),
    conversation_id: event.conversation_id,
    invocation_id: null,
    trust: 'agent',
  } as const;
  // Around the commit alone, so that a conflict does not ask the model again.
  const { reply, written } = await conflictsRetried(context.signal, () =>
    storeEpisode(graph, scope, episode, context.clock.now()),
  );
  if (written.includes(reply.episode_id)) context.metrics.memories('Episode', 1);
  await context.index(scope, written, { signal: context.signal });
};

/** The episodes of turns that messages have ended. */
async function recordedTurns(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  messages: readonly MessageSinceLastEnd[],
): Promise<readonly string[]> {
  const answers = messages.filter(({ role }) => role === 'assistant').map(({ id }) => id);
  const notes = [...(await readingsOf(graph, scope, 'episodes', answers)).values()];
  return notes.flatMap((note) => (readingOf(note)?.records ?? []).flatMap(({ what, id }) => (what === 'learned' ? [id] : [])));
}

/** Episodes of these invocations and turns, oldest first. `ids`: of the invocations, and of the episodes of turns. */
async function tasksIn(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  conversationId: string,
  ids: ReadonlySet<string>,
): Promise<readonly TaskOfConversation[]> {
  const { items } = await graph.find(scope, {
    kinds: ['Episode'],
    conversationId,
    order: 'createdAt',
    descending: true,
    limit: mostInvocations,
  });
  return items.toReversed().flatMap((node) => {
    const { goal, steps, outcome, lessons, invocation_id: id, ...task } = readEpisode(node);
    const { outcome_status, outcome_reason, outcome_by } = task;
    const ended = { outcome_status, outcome_reason, outcome_by };
    return ids.has(id ?? node.id) ? [{ goal, steps, outcome, lessons, ended }] : [];
  });
}
