import { short, table } from '../markdown-table.ts';
import { percentile } from '../ranking-metrics.ts';
import type { Figures } from './measure.ts';

/** The figures in Markdown; a ratio is to TrustGraph's own agent for the same questions. */
export function reportOf(rows: readonly Figures[]): string {
  const head = ['', 'agent', 'first frame p50 ms', 'p95', 'last frame p50 ms', 'p95', 'ratio p50', 'p95', 'messages'];
  return table(
    head,
    rows.map((row) => {
      const stock = rows.find(({ kind, agent }) => kind === row.kind && agent === 'stock') ?? row;
      const ratio = (share: number) => short(percentile(row.lastMs, share) / percentile(stock.lastMs, share));
      const ms = [row.firstMs, row.lastMs].flatMap((values) => [0.5, 0.95].map((share) => short(percentile(values, share))));
      return [row.kind, row.agent, ...ms, ratio(0.5), ratio(0.95), short(row.messages)];
    }),
  );
}
