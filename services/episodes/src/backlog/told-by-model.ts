import { activeMessage, type Backlog, type EventContext, externalSteps, type Taught } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { experienceOf } from '../domain/experience/experience.ts';
import { type EpisodeRecord, recordOfInvocation, recordOfTurn } from '../domain/recording/episode-record.ts';
import { outcomeOfTask } from '../domain/recording/outcome-of-task.ts';
import type { RecordedStory, TaskDone } from '../domain/recording/recorded-story.ts';
import { conversationDone, recordOfDone, storyOfConversation } from '../recording/conversation-record.ts';
import { storyOfTask } from '../recording/task-record.ts';
import { turnOf } from '../recording/turn-of.ts';
import type { LateSolutions } from './name-solutions.ts';

/** What the model tells of something that waited, and what the episode is beside its story. */
export interface ToldByModel extends Taught<RecordedStory> {
  readonly record: EpisodeRecord;
  /** `null`: it is no task in which errors were met. */
  readonly solutions: LateSolutions | null;
}

/** Asks the model about an invocation, a turn or a conversation whose story is by rules; `null`: it is there no more. */
export async function toldByModel(
  { messageId, event }: Pick<Backlog, 'messageId' | 'event'>,
  context: EventContext<Config>,
): Promise<ToldByModel | null> {
  if (messageId !== null) return toldOfTurn(messageId, context);
  const done = event?.data.invocation_completed;
  if (event && done) {
    const record = recordOfInvocation(event, outcomeOfTask(done, externalSteps(done)));
    return { ...(await toldOfTask(done, record.conversation_id, context)), record };
  }
  const conversation = event && (await conversationDone(event, context));
  if (!event || !conversation) return null;
  const told = await storyOfConversation(conversation, event.conversation_id, context);
  return { ...told, record: recordOfDone(event, conversation), solutions: null };
}

async function toldOfTurn(messageId: string, context: EventContext<Config>): Promise<ToldByModel | null> {
  const message = await activeMessage(messageId, context);
  const done = message && (await turnOf(message, context));
  if (!message || !done) return null;
  const record = recordOfTurn(message, outcomeOfTask(done, externalSteps(done)));
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
