import { loadavg } from 'node:os';
import { short, table } from '../markdown-table.ts';
import { percentile } from '../ranking-metrics.ts';
import { clusterFleet } from './cluster.ts';
import { embeddedFleet } from './embedded.ts';
import { type Compactions, measureCompactions } from './measure.ts';

const fleets = { embedded: { open: embeddedFleet, goalMs: 50 }, cluster: { open: clusterFleet, goalMs: 200 } };
type Deployment = keyof typeof fleets;
const isDeployment = (arg: string): arg is Deployment => Object.hasOwn(fleets, arg);

/**
 * Measures how long TriggerCompaction of 1,000 messages keeps its caller, and how long the job takes that summarises and archives them by rules: so many
 * times alone, and as many times beside the jobs of others. Arguments are `embedded` or `cluster` (neither: both), and the number of times.
 */
export async function runCompaction(args: readonly string[]): Promise<string> {
  const where = args.filter(isDeployment);
  const [number = '20', ...rest] = args.filter((arg) => !isDeployment(arg));
  const compactions = Number(number);
  if (rest.length > 0 || !Number.isInteger(compactions) || compactions < 1)
    throw new Error('Usage: npm run bench -- compaction [embedded|cluster] [compactions]');
  const before = loadavg()[0] ?? 0;
  const rows: (readonly (string | number)[])[] = [];
  for (const deployment of where.length > 0 ? where : (['embedded', 'cluster'] as const)) {
    const { open, goalMs } = fleets[deployment];
    await using fleet = await open();
    rows.push(...rowsOf(deployment, goalMs, await measureCompactions(fleet, compactions)));
  }
  const load = [before, loadavg()[0] ?? 0].map((each) => each.toFixed(1)).join(' to ');
  const head = ['fleet', 'TriggerCompaction', 'ids', 'times', 'p50 ms', 'p95 ms', 'goal', 'until its job is done, mean ms'];
  return `load average ${load}\n\n${table(head, rows)}`;
}

function rowsOf(deployment: Deployment, goalMs: number, { ids, aloneMs, besideJobsMs, jobMs }: Compactions) {
  const figures = (ms: readonly number[]) => [0.5, 0.95].map((share) => short(percentile(ms, share)));
  return [
    [deployment, 'alone', ids, aloneMs.length, ...figures(aloneMs), `< ${goalMs}`, short(jobMs)],
    [
      deployment,
      'one after another, beside the jobs of those before',
      ids,
      besideJobsMs.length,
      ...figures(besideJobsMs),
      '',
      '',
    ],
  ];
}
