import { short, table } from '../markdown-table.ts';
import type { Row } from './measure.ts';

/** A table in Markdown. */
export function reportOf(rows: readonly Row[]): string {
  return table(
    ['question', 'store', 'asked', 'p50 ms', 'p95 ms', 'bare p50', 'bare p95', '× bare', 'p95 × bare', 'goal'],
    rows.map(({ question, store, ours, bare, goal }) => [
      ...[question, store, ours.count],
      ...[ours.p50, ours.p95, bare.p50, bare.p95].map(short),
      `**${(ours.p50 / bare.p50).toFixed(2)}**`,
      (ours.p95 / bare.p95).toFixed(2),
      `≤ ${goal}`,
    ]),
  );
}
