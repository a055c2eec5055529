import { textsIn } from '@agent-mem/contract';
import type { Job, JobPlan } from '@agent-mem/service-kit';
import type { GraphNode, JsonObject } from '@agent-mem/storage';

/** What a job of this kind does: summarise nodes, and put the summary in their place. */
export const compactionKind = 'compaction';

/** What one is to do. */
export interface CompactionInput {
  /** In order of time. */
  readonly nodeIds: readonly string[];
}

/** What its last slice left. */
export interface CompactionMemo {
  /** The version of each node when it was read first, in the order of the ids; empty: not yet. One that is written since is not archived. */
  readonly versions: readonly number[];
  /** The summary of the first `read` nodes. */
  readonly content: string;
  readonly read: number;
  readonly model: string | null;
  /** When a summarising service has taken the nodes; `null`: it has not. */
  readonly takenAt: number | null;
}

/** The job that has these nodes summarised, in order of time. */
export function compactionPlan(nodes: readonly GraphNode[]): JobPlan {
  const conversations = [...new Set(nodes.flatMap(({ conversationId }) => conversationId ?? []))];
  const [only = null] = conversations;
  return {
    service: 'graph',
    kind: compactionKind,
    subject: conversations.length === 1 ? only : null,
    conversationIds: conversations,
    input: { node_ids: nodes.map(({ id }) => id) },
    waitingClient: null,
  };
}

/** Reads what a job is to do. */
export function inputOf({ input }: Pick<Job, 'input'>): CompactionInput {
  return { nodeIds: textsIn(input.node_ids) };
}

/** Reads what its last slice left. */
export function memoOf({ memo }: Pick<Job, 'memo'>): CompactionMemo {
  const { versions, content, read, model, taken_at } = memo;
  return {
    versions: Array.isArray(versions) ? versions.filter((version) => typeof version === 'number') : [],
    content: typeof content === 'string' ? content : '',
    read: typeof read === 'number' ? read : 0,
    model: typeof model === 'string' ? model : null,
    takenAt: typeof taken_at === 'number' ? taken_at : null,
  };
}

/** What is stored of it. */
export function storedMemo({ versions, content, read, model, takenAt }: CompactionMemo): JsonObject {
  return { versions, content, read, model, taken_at: takenAt };
}

/** The summary of a job has one id, however often it is written. */
export function summaryIdOf(jobId: string): string {
  return jobId.replace(/^job_/, 'sum_');
}
