import { mean, percentile, recallAt, reciprocalRank } from '../ranking-metrics.ts';

/** A question with what was found, best first. */
export interface Asked {
  readonly found: readonly string[];
  readonly evidence: ReadonlySet<string>;
  readonly category: number;
  readonly ms: number;
}

const categories = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop', 'adversarial'];

/** The results in Markdown: all but the adversarial questions, each category, and the times. */
export function reportOf(asked: readonly Asked[], appendMs: readonly number[]): string {
  const answerable = asked.filter(({ category }) => category !== 5);
  const searchMs = asked.map(({ ms }) => ms);
  return [
    '| questions | n | recall@5 | recall@10 | recall@20 | MRR |',
    '|---|---|---|---|---|---|',
    row('**1 to 4**', answerable),
    ...[1, 2, 3, 4, 5].map((number) =>
      row(
        `${number} ${categories[number]}`,
        asked.filter(({ category }) => category === number),
      ),
    ),
    '',
    '| | n | p50 ms | p95 ms |',
    '|---|---|---|---|',
    times('append', appendMs),
    times('search', searchMs),
  ].join('\n');
}

function row(name: string, asked: readonly Asked[]): string {
  const recalls = [5, 10, 20].map((k) => mean(asked.map(({ found, evidence }) => recallAt(k, found, evidence))));
  const mrr = mean(asked.map(({ found, evidence }) => reciprocalRank(found, evidence)));
  return `| ${[name, asked.length, ...[...recalls, mrr].map((value) => value.toFixed(3))].join(' | ')} |`;
}

function times(name: string, ms: readonly number[]): string {
  return `| ${name} | ${ms.length} | ${percentile(ms, 0.5).toFixed(1)} | ${percentile(ms, 0.95).toFixed(1)} |`;
}
