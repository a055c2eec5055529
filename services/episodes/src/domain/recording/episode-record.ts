import type { Event } from '@agent-mem/contract';
import { storedMessage } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { NewEpisode, Story } from '../episode/episode-node.ts';
import { type Outcome, successOf } from '../episode/outcome.ts';

/** What an episode that was recorded is beside its story. */
export type EpisodeRecord = Omit<NewEpisode, keyof Story>;

/** Of an invocation that was completed. */
export function recordOfInvocation({ timestamp, conversation_id, data }: Event, outcome: Outcome): EpisodeRecord {
  const { invocation_id = null } = data.invocation_completed ?? {};
  return recordedBeside({ timestamp, conversation_id: conversation_id || null, invocation_id }, outcome);
}

/** Of a turn, by the message that ends it. */
export function recordOfTurn({ conversationId, createdAt, properties }: GraphNode, outcome: Outcome): EpisodeRecord {
  const timestamp = storedMessage.read(properties).timestamp || createdAt;
  return recordedBeside({ timestamp, conversation_id: conversationId, invocation_id: null }, outcome);
}

/** Of a conversation that has ended. */
export function recordOfConversation({ timestamp, conversation_id }: Event, outcome: Outcome): EpisodeRecord {
  return {
    ...recordedBeside({ timestamp, conversation_id, invocation_id: null }, outcome),
    metadata: { record_of: 'conversation' },
  };
}

function recordedBeside(
  origin: Pick<NewEpisode, 'timestamp' | 'conversation_id' | 'invocation_id'>,
  outcome: Outcome,
): EpisodeRecord {
  return { ...origin, metadata: {}, ...outcome, success: successOf(outcome), trust: 'agent' };
}
