import {
  activeMessage,
  type Backlog,
  type EventContext,
  externalSteps,
  storedMessage,
  type Taught,
} from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { NewEpisode } from '../domain/episode/episode-node.ts';
import { successOf } from '../domain/episode/outcome.ts';
import { experienceOf } from '../domain/experience/experience.ts';
import { outcomeOfTask } from '../domain/recording/outcome-of-task.ts';
import type { RecordedStory, TaskDone } from '../domain/recording/recorded-story.ts';
import { conversationDone, episodeOfConversation, storyOfConversation } from '../recording/conversation-record.ts';
import { storyOfTask } from '../recording/task-record.ts';
import { turnOf } from '../recording/turn-of.ts';
import type { LateSolutions } from './name-solutions.ts';

/** What the model tells of something that waited, and what the episode is beside its story. */
export interface ToldByModel extends Taught<RecordedStory> {
  readonly record: Omit<NewEpisode, 'goal' | 'steps' | 'outcome' | 'lessons'>;
  /** `null`: it is no task in which errors were met. */
  readonly solutions: LateSolutions | null;
}

/** Asks the model about an invocation, a turn or a conversation that rules have told; `null`: it is there no more. */
export async function toldByModel(
  { messageId, event }: Pick<Backlog, 'messageId' | 'event'>,
  context: EventContext<Config>,
): Promise<ToldByModel | null> {
  if (messageId !== null) return toldOfTurn(messageId, context);
  const done = event?.data.invocation_completed;
  if (event && done) {
    const outcome = outcomeOfTask(done, externalSteps(done));
    const record = {
      timestamp: event.timestamp,
      metadata: {},
      ...outcome,
      success: successOf(outcome),
      conversation_id: event.conversation_id || null,
      invocation_id: done.invocation_id,
      trust: 'agent',
    } as const;
    return { ...(await toldOfTask(done, record.conversation_id, context)), record };
  }
  const conversation = event && (await conversationDone(event, context));
  if (!event || !conversation) return null;
  const { goal, steps, outcome, lessons, ...record } = episodeOfConversation(event, noStory, conversation);
  return { ...(await storyOfConversation(conversation, event.conversation_id, context)), record, solutions: null };
}

const noStory = { goal: '', steps: [], outcome: '', lessons: '' };

async function toldOfTurn(messageId: string, context: EventContext<Config>): Promise<ToldByModel | null> {
  const message = await activeMessage(messageId, context);
  const done = message && (await turnOf(message, context));
  if (!message || !done) return null;
  const outcome = outcomeOfTask(done, externalSteps(done));
  const record = {
    timestamp: storedMessage.read(message.properties).timestamp || message.createdAt,
    metadata: {},
    ...outcome,
    success: successOf(outcome),
    conversation_id: message.conversationId,
    invocation_id: null,
    trust: 'agent',
  } as const;
  return { ...(await toldOfTask(done, record.conversation_id, context)), record };
}

async function toldOfTask(
  done: TaskDone,
  conversationId: string | null,
  context: EventContext<Config>,
): Promise<Omit<ToldByModel, 'record'>> {
  const steps = externalSteps(done);
  const told = await storyOfTask(done, steps, conversationId, context);
  return { ...told, solutions: { byRules: experienceOf(steps), named: told.value?.solutions ?? [] } };
}
