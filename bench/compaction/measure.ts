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
  /** Of each TriggerCompaction, as its caller waits, while nothing else is compacted. */
  readonly aloneMs: readonly number[];
  /** Of as many, one after another, beside the jobs of those before. */
  readonly besideJobsMs: readonly number[];
  /** Mean of a job that is alone. */
  readonly jobMs: number;
}

const scope = { workspace: 'bench', user: 'someone', collection: 'compaction' };
/** Most that one compaction takes. */
const ids = 1_000;
/** Most that one request appends. */
const messagesAtOnce = 100;
/** Compactions that are only asked what they would do, before any is measured. */
const warmUps = 20;
const timeoutMs = 120_000;

/** Stores a conversation for each compaction, has its messages compacted, and waits for the jobs: so many alone, and as many together. */
export async function measureCompactions({ call, settled }: CompactingFleet, compactions: number): Promise<Compactions> {
  const texts = seededTexts(23);
  const sets: string[][] = [];
  for (let set = 0; set < 2 * compactions; set += 1) {
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

  const trigger = async (set: number) => {
    const node_ids = sets[set] ?? [];
    return (await call('graph', 'trigger_compaction', { ...scope, node_ids }, { timeoutMs })).job_id;
  };
  const done = async (job_id: string) => {
    for (;;) {
      const { job } = await call('graph', 'get_job', { ...scope, job_id }, { timeoutMs });
      if (job?.status === 'failed') throw new Error(job.error ?? 'A compaction failed');
      if (job?.status === 'done') return;
      await delay(20);
    }
  };
  // As one that has been in use: servers and services have compiled what they run.
  for (let time = 0; time < warmUps; time += 1)
    await call('graph', 'trigger_compaction', { ...scope, node_ids: sets[0] ?? [], dry_run: true }, { timeoutMs });
  const aloneMs: number[] = [];
  let jobMs = 0;
  for (let set = 0; set < compactions; set += 1) {
    await settled();
    const asked = performance.now();
    const job = await trigger(set);
    aloneMs.push(performance.now() - asked);
    await done(job);
    jobMs += (performance.now() - asked) / compactions;
  }
  await settled();
  const jobs: string[] = [];
  const besideJobs = await timed(compactions, async (index) => {
    jobs.push(await trigger(compactions + index));
  });
  for (const job of jobs) await done(job);
  return { ids, aloneMs, besideJobsMs: besideJobs.ms, jobMs };
}
