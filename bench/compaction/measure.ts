import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '@agent-mem/messaging';
import { seededTexts } from '../seeded-texts.ts';
import { timed } from '../timed.ts';

/** A fleet that is asked as its callers ask it. */
export interface CompactingFleet extends AsyncDisposable {
  readonly call: Caller['call'];
  /** Resolves when what was stored is indexed, and nobody works any more. */
  settled(): Promise<void>;
}

/** What compactions of so many ids took. */
export interface Compactions {
  readonly ids: number;
  /** Of each TriggerCompaction, as its caller waits. */
  readonly triggerMs: readonly number[];
  /** Mean of a job, from the last trigger on. */
  readonly jobMs: number;
}

const scope = { workspace: 'bench', user: 'someone', collection: 'compaction' };
/** Most that one compaction takes. */
const ids = 1_000;
/** Most that one request appends. */
const messagesAtOnce = 100;
const timeoutMs = 120_000;

/** Stores a conversation for each compaction, has its messages compacted, and waits for the jobs. */
export async function measureCompactions({ call, settled }: CompactingFleet, compactions: number): Promise<Compactions> {
  const texts = seededTexts(23);
  const sets: string[][] = [];
  for (let set = 0; set < compactions; set += 1) {
    const stored: string[] = [];
    const conversation_id = `task-${set}`;
    // Its summaries would still be made while compactions are measured.
    await call('conversations', 'create', { ...scope, conversation_id, enable_summarization: false }, { timeoutMs });
    while (stored.length < ids) {
      const messages = Array.from({ length: messagesAtOnce }, (_, index) => ({
        role: 'tool' as const,
        content: texts.text(set * ids + stored.length + index),
      }));
      const request = { ...scope, conversation_id, messages };
      const { messages: appended } = await call('conversations', 'append_messages', request, { timeoutMs });
      stored.push(...appended.map(({ message_id }) => message_id));
    }
    sets.push(stored);
  }
  await settled();

  const jobs: string[] = [];
  const triggered = await timed(compactions, async (index) => {
    const { job_id } = await call('graph', 'trigger_compaction', { ...scope, node_ids: sets[index] ?? [] }, { timeoutMs });
    jobs.push(job_id);
  });
  const started = performance.now();
  for (const job_id of jobs) {
    for (;;) {
      const { job } = await call('graph', 'get_job', { ...scope, job_id }, { timeoutMs });
      if (job?.status === 'failed') throw new Error(job.error ?? 'A compaction failed');
      if (job?.status === 'done') break;
      await delay(20);
    }
  }
  return { ids, triggerMs: triggered.ms, jobMs: (performance.now() - started) / compactions };
}
