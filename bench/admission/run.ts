import { short, table } from '../markdown-table.ts';
import { percentile } from '../ranking-metrics.ts';
import { measureAdmission } from './measure.ts';

/** Measures what a quiet user and probes get while another user asks over many connections at once. */
export async function runAdmission(args: readonly string[]): Promise<string> {
  const [connections = 1_000, quiet = 100, health = 50] = args.map(Number);
  if (args.length > 3 || ![connections, quiet, health].every((count) => Number.isInteger(count) && count > 0))
    throw new Error('Usage: npm run bench -- admission [connections] [requests] [probes]');
  const { busy, asked } = await measureAdmission({ connections, quiet, health });
  const rows = asked.map(({ name, statuses, ms }) => {
    const answered = statuses.filter((status) => status === 200).length;
    return [
      name,
      `${answered} of ${statuses.length}`,
      short(percentile(ms, 0.5)),
      short(percentile(ms, 0.95)),
      short(Math.max(...ms)),
    ];
  });
  const busyText = Object.entries(busy).map(([status, count]) => `${count} × ${status}`);
  const heads = ['over new connections', 'answered 200', 'p50 ms', 'p95 ms', 'longest ms'];
  return `${connections} connections of one busy user, answered ${busyText.join(', ') || 'nothing'}\n\n${table(heads, rows)}`;
}
