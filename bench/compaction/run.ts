import { setTimeout as delay } from 'node:timers/promises';
import { startFleet } from '@agent-mem/testing';
import { short, table } from '../markdown-table.ts';
import { percentile } from '../ranking-metrics.ts';
import { seededTexts } from '../seeded-texts.ts';
import { timed } from '../timed.ts';

const scope = { workspace: 'bench', user: 'someone', collection: 'compaction' };
/** Most that one compaction takes. */
const nodes = 1_000;
const timeoutMs = 120_000;

/** Measures how long TriggerCompaction of 1,000 facts keeps its caller, and how long the job takes that summarises and archives them by rules. */
export async function runCompaction(args: readonly string[]): Promise<string> {
  const compactions = Number(args[0] ?? 20);
  if (args.length > 1 || !Number.isInteger(compactions) || compactions < 1)
    throw new Error('Usage: npm run bench -- compaction [compactions]');
  const texts = seededTexts(23);
  await using fleet = await startFleet({
    bus: 'sqlite',
    services: ['graph', 'facts'],
    environment: { ENABLE_ENTITIES: 'false' },
  });
  const { call } = fleet.caller;
  const sets: string[][] = [];
  for (let set = 0; set < compactions; set += 1) {
    const facts = Array.from({ length: nodes }, (_, index) => ({
      content: `${texts.text(set * nodes + index)} (${set}.${index})`,
    }));
    const { results } = await call('facts', 'store_many', { ...scope, facts }, { timeoutMs });
    sets.push(results.map(({ fact_id }) => fact_id));
  }
  await fleet.settled();

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
  const each = (performance.now() - started) / compactions;
  const figures = [0.5, 0.95].map((share) => short(percentile(triggered.ms, share)));
  return table(
    ['ids', 'compactions', 'trigger, p50 ms', 'p95 ms', 'job, mean ms'],
    [[nodes, compactions, ...figures, short(each)]],
  );
}
