import { intervalText, pairedInterval } from '../bootstrap.ts';
import { percentile } from '../ranking-metrics.ts';
import { ratesAt, separationOf } from '../separation.ts';
import type { Asked } from './ask.ts';
import { groups, meansOf, metrics } from './figures.ts';

/** The same questions put to each, in the same order. */
export interface Results {
  readonly bm25: readonly Asked[];
  readonly dense: readonly Asked[];
  readonly withoutVectors: readonly Asked[];
  readonly ours: readonly Asked[];
}

/** How well each finds what answers, by category, and by how much ours differs (95 % intervals). */
export function rankingReport(results: Results): string {
  return [
    `| questions | n | | ${Object.keys(metrics).join(' | ')} |`,
    '|---|---|---|---|---|---|---|',
    ...groups.flatMap((group) => {
      const bm25 = results.bm25.filter(group.has);
      const dense = results.dense.filter(group.has);
      const withoutVectors = results.withoutVectors.filter(group.has);
      const ours = results.ours.filter(group.has);
      return [
        row(group.name, ours.length, 'BM25', meansOf(bm25).map(figure)),
        row('', '', 'dense', meansOf(dense).map(figure)),
        row('', '', 'ours without vectors', meansOf(withoutVectors).map(figure)),
        row('', '', 'ours', meansOf(ours).map(figure)),
        row('', '', 'ours − BM25', differences(ours, bm25)),
        row('', '', 'ours − dense', differences(ours, dense)),
      ];
    }),
  ].join('\n');
}

/** How well the best score tells what can be answered from what cannot; the threshold is chosen on the first, and kept for the second. */
export function abstentionReport(splits: Readonly<Record<string, readonly Asked[]>>): string {
  const lines = (['facts', 'episodes'] as const).flatMap((of) => {
    let threshold: number | null = null;
    return Object.entries(splits).map(([split, asked]) => {
      const [answerable, unanswerable] = bestScores(asked.filter(({ question }) => question.of === of));
      const separation = separationOf(answerable, unanswerable);
      threshold ??= separation.threshold;
      const { trueRate, falseRate } = ratesAt(threshold, answerable, unanswerable);
      const counts = [answerable.length, unanswerable.length];
      return `| ${[of, split, ...counts, ...[separation.auroc, threshold, trueRate, falseRate].map(figure)].join(' | ')} |`;
    });
  });
  return [
    '| | split | answerable | unanswerable | AUROC | threshold | answerable above it | unanswerable above it |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** How long the services took. */
export function timesReport(asked: readonly Asked[]): string {
  const ms = asked.map((each) => each.ms);
  const times = [0.5, 0.95].map((share) => percentile(ms, share).toFixed(1));
  return ['| | n | p50 ms | p95 ms |', '|---|---|---|---|', `| ${['retrieve', ms.length, ...times].join(' | ')} |`].join('\n');
}

function bestScores(asked: readonly Asked[]): readonly [readonly number[], readonly number[]] {
  const scores = (answerable: boolean) =>
    asked.filter(({ question }) => question.gold.length > 0 === answerable).map(({ best }) => best);
  return [scores(true), scores(false)];
}

function differences(ours: readonly Asked[], theirs: readonly Asked[]): readonly string[] {
  return Object.values(metrics).map((metric) => intervalText(pairedInterval(ours.map(metric), theirs.map(metric))));
}

function figure(value: number): string {
  return value.toFixed(3);
}

function row(...cells: readonly (string | number | readonly string[])[]): string {
  return `| ${cells.flat().join(' | ')} |`;
}
