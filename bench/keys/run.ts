import { short, table } from '../markdown-table.ts';
import { percentile } from '../ranking-metrics.ts';
import { measureKeys } from './measure.ts';

/** Measures what it costs to ask callers who they are: facts.Retrieve over HTTP with and without a credential, by turns. */
export async function runKeys(args: readonly string[]): Promise<string> {
  const [facts = 2_000, calls = 2_000] = args.map(Number);
  if (args.length > 2 || ![facts, calls].every((count) => Number.isInteger(count) && count > 0))
    throw new Error('Usage: npm run bench -- keys [facts] [calls]');
  const taken = await measureKeys(facts, calls);
  const [bare] = taken;
  const floor = percentile(bare?.ms ?? [], 0.5);
  const rows = taken.map(({ name, ms }) => {
    const [p50, p95] = [percentile(ms, 0.5), percentile(ms, 0.95)];
    return [name, short(p50), short(p95), (p50 / floor).toFixed(3)];
  });
  return `${facts} facts on SQLite, ${calls} calls of each, by turns\n\n${table(['facts.Retrieve over HTTP', 'p50 ms', 'p95 ms', '× without, p50'], rows)}`;
}
