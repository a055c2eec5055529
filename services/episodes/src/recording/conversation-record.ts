import type { Event, Scope } from '@agent-mem/contract';
import {
  askToLearn,
  type EventContext,
  type InvocationSinceLastEnd,
  invocationsSinceLastEnd,
  learningRules,
  type MessageSinceLastEnd,
  messagesSinceLastEnd,
  readingOf,
  readingsOf,
  type Taught,
} from '@agent-mem/service-kit';
import type { Graph } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { readEpisode } from '../domain/episode/episode-node.ts';
import { unknownOutcome } from '../domain/episode/outcome.ts';
import { hasSeveralTurns, type TaskOfConversation } from '../domain/recording/conversation-story.ts';
import { type EpisodeRecord, recordOfConversation } from '../domain/recording/episode-record.ts';
import { type RecordedStory, recordAnswer } from '../domain/recording/recorded-story.ts';
import { shortened } from '../domain/recording/shortened.ts';

/** Of a longer conversation the newest are looked at. */
const mostInvocations = 50;
const mostMessages = 150;

/** What happened in a conversation since its last end. */
export interface ConversationDone {
  readonly invocations: readonly InvocationSinceLastEnd[];
  /** What was said outside invocations. */
  readonly messages: readonly MessageSinceLastEnd[];
  readonly tasks: readonly TaskOfConversation[];
}

/** What an end reports of a conversation; `null`: it is too little for a goal to run through it. */
export async function conversationDone(
  event: Event,
  { graph, scope }: Pick<EventContext<Config>, 'graph' | 'scope'>,
): Promise<ConversationDone | null> {
  const [invocations, all] = await Promise.all([
    invocationsSinceLastEnd(graph, scope, event, mostInvocations),
    messagesSinceLastEnd(graph, scope, event, mostMessages),
  ]);
  // The invocation's own event reports what was said in it.
  const messages = all.filter(({ invocationId }) => invocationId === null);
  if (!hasSeveralTurns(invocations, messages)) return null;
  const turns = await recordedTurns(graph, scope, messages);
  const ids = new Set([...invocations.map(({ id }) => id), ...turns]);
  return { invocations, messages, tasks: await tasksIn(graph, scope, event.conversation_id, ids) };
}

/** What the model tells of a conversation. */
export async function storyOfConversation(
  { invocations, messages, tasks }: ConversationDone,
  conversationId: string,
  context: EventContext<Config>,
): Promise<Taught<RecordedStory>> {
  const said = messages.map(({ role, content }) => ({ role, content: shortened(content) }));
  const rules = await learningRules(conversationId, context);
  return askToLearn(context, 'record-conversation', { invocations, messages: said, episodes: tasks, ...rules }, recordAnswer);
}

/** What the episode of a conversation is beside its story: it came out as its last task did. */
export function recordOfDone(event: Event, { tasks }: ConversationDone): EpisodeRecord {
  return recordOfConversation(event, tasks.at(-1)?.ended ?? unknownOutcome);
}

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
