import type { ModelUsage } from '@agent-mem/contract';
import { QuotaExceeded } from '@agent-mem/retention';
import {
  type EventContext,
  externalSteps,
  type ReadingRecord,
  readingNode,
  readingsOf,
  summedUsage,
  waitingNode,
} from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { recordOfTurn } from '../domain/recording/episode-record.ts';
import { isTask } from '../domain/recording/task.ts';
import type { StoredEpisode } from '../store-episode.ts';
import { recordEpisode } from './record-episode.ts';
import { type NoRecord, type TaskRecord, taskRecord } from './task-record.ts';
import { turnOf } from './turn-of.ts';

/** Records the turn that an assistant's message ends, if it was a task: the episode and the note of the message in one commit, so once. */
export async function readAnswer(message: GraphNode, flow: string | null, context: EventContext<Config>): Promise<void> {
  const { graph, scope, metrics, log } = context;
  const asking = summedUsage(context);
  const record = await taskOfTurn(message, asking.context);
  const usage = asking.usage();
  const note = async (reason: string) => {
    const refused = { what: 'refused', id: '', reason } as const;
    await graph.commit(scope, { nodes: [await noteOf(message, [refused], usage, context)] });
  };
  if (typeof record === 'string') return note(record);
  try {
    await storeTurn(message, record, { usage, flow }, context);
  } catch (error) {
    if (!(error instanceof QuotaExceeded)) throw error;
    metrics.leftOut(error.kind, 'quota', 1);
    log.warn({ err: error.message }, 'the episode of a turn was not stored: the scope is full');
    await note('quota');
  }
}

async function taskOfTurn(message: GraphNode, context: EventContext<Config>): Promise<TaskRecord | NoRecord> {
  const done = await turnOf(message, context);
  if (!done) return 'no-task';
  const steps = externalSteps(done);
  const about = { injectedIds: [], conversationId: message.conversationId };
  return isTask(done, steps) ? taskRecord(done, steps, about, context) : 'no-task';
}

/** Stores the turn that a message ends. */
async function storeTurn(
  message: GraphNode,
  { story, tried, outcome, waitsFor, isUnusable }: TaskRecord,
  { usage, flow }: { readonly usage: readonly ModelUsage[]; readonly flow: string | null },
  context: EventContext<Config>,
): Promise<void> {
  const beside = async (reply: StoredEpisode['reply']) => {
    const reason = isUnusable ? 'model-unusable' : waitsFor === 'tokens' ? 'tokens-spent' : waitsFor && 'model-away';
    const records = [recordOf(reply), ...(reason ? [{ what: 'refused', id: '', reason } as const] : [])];
    const note = await noteOf(message, records, usage, context);
    if (waitsFor === null) return [note];
    const waiting = { messageId: message.id, conversationId: message.conversationId, flow };
    const made = reply.created ? [reply.episode_id] : [];
    return [note, waitingNode('EpisodeBacklog', waiting, { made, waitsFor }, context.clock.now())];
  };
  await recordEpisode({ ...story, ...recordOfTurn(message, outcome) }, tried, beside, context);
}

function recordOf({ episode_id: id, created, status }: StoredEpisode['reply']): ReadingRecord {
  if (status === 'QUARANTINED') return { what: 'refused', id, reason: 'instructions' };
  return created ? { what: 'learned', id, reason: '' } : { what: 'refused', id, reason: 'known' };
}

async function noteOf(
  message: GraphNode,
  records: readonly ReadingRecord[],
  usage: readonly ModelUsage[],
  { clock, graph, scope }: Pick<EventContext<Config>, 'clock' | 'graph' | 'scope'>,
): Promise<NodeWrite> {
  const seen = (await readingsOf(graph, scope, 'episodes', [message.id])).get(message.id);
  return readingNode('episodes', message, { state: 'settled', records, usage }, seen, new Date(clock.now()).toISOString());
}
