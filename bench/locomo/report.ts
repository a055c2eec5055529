import { intervalText, pairedInterval } from '../bootstrap.ts';
import { mean, percentile, recallAt, reciprocalRank } from '../ranking-metrics.ts';
import { ratesAt, separationOf } from '../separation.ts';
import type { Asked } from './ask.ts';

/** The same questions put to each, in the same order. */
export interface Results {
  readonly bm25: readonly Asked[];
  readonly r0: readonly Asked[];
  readonly r1: readonly Asked[];
  readonly ours: readonly Asked[];
  readonly withoutVectors: readonly Asked[];
}

const metrics: Readonly<Record<string, (asked: Asked) => number>> = {
  'recall@5': ({ found, question }) => recallAt(5, found, question.evidence),
  'recall@10': ({ found, question }) => recallAt(10, found, question.evidence),
  'recall@20': ({ found, question }) => recallAt(20, found, question.evidence),
  MRR: ({ found, question }) => reciprocalRank(found, question.evidence),
};

const groups: readonly { readonly name: string; has(asked: Asked): boolean }[] = [
  { name: '**1 to 4**', has: ({ question }) => question.category !== 5 },
  ...['multi-hop', 'temporal', 'open-domain', 'single-hop', 'adversarial'].map((name, index) => ({
    name: `${index + 1} ${name}`,
    has: ({ question }: Asked) => question.category === index + 1,
  })),
];

/** How well each finds the turns that answer, by category, and by how much ours differs (95 % intervals). */
export function rankingReport(results: Results): string {
  return [
    `| questions | n | | ${Object.keys(metrics).join(' | ')} |`,
    '|---|---|---|---|---|---|---|',
    ...groups.flatMap(({ name, has }) => {
      const [bm25, r0, r1, ours, withoutVectors] = [
        results.bm25,
        results.r0,
        results.r1,
        results.ours,
        results.withoutVectors,
      ].map((asked) => asked.filter(has)) as [Asked[], Asked[], Asked[], Asked[], Asked[]];
      return [
        row(name, ours.length, 'BM25', ...means(bm25)),
        row('', '', 'R0', ...means(r0)),
        row('', '', 'R1′', ...means(r1)),
        row('', '', 'ours without vectors', ...means(withoutVectors)),
        row('', '', '**ours**', ...means(ours)),
        row('', '', 'ours − BM25', ...differences(ours, bm25)),
        row('', '', 'ours − R1′', ...differences(ours, r1)),
      ];
    }),
  ].join('\n');
}

/** How well the best score tells the questions that the conversation answers from those that rest on a mistake (category 5). */
export function abstentionReport(asked: readonly Asked[]): string {
  const [answerable, adversarial] = [false, true].map((is) =>
    asked.filter(({ question }) => (question.category === 5) === is).map(({ best }) => best),
  ) as [number[], number[]];
  const { auroc, threshold } = separationOf(answerable, adversarial);
  const { trueRate, falseRate } = ratesAt(threshold, answerable, adversarial);
  return [
    '| best score | answerable | adversarial | AUROC | threshold | answerable above it | adversarial above it |',
    '|---|---|---|---|---|---|---|',
    row(
      'ours',
      answerable.length,
      adversarial.length,
      ...[auroc, threshold, trueRate, falseRate].map((value) => value.toFixed(3)),
    ),
  ].join('\n');
}

/** How long the service took. */
export function timesReport(appendMs: readonly number[], asked: readonly Asked[]): string {
  const times = (name: string, ms: readonly number[]) =>
    row(name, ms.length, ...[0.5, 0.95, 0.99].map((share) => percentile(ms, share).toFixed(1)));
  return [
    '| | n | p50 ms | p95 ms | p99 ms |',
    '|---|---|---|---|---|',
    times('append', appendMs),
    times(
      'search',
      asked.map(({ ms }) => ms),
    ),
  ].join('\n');
}

function means(asked: readonly Asked[]): readonly string[] {
  return Object.values(metrics).map((metric) => mean(asked.map(metric)).toFixed(3));
}

function differences(ours: readonly Asked[], theirs: readonly Asked[]): readonly string[] {
  return Object.values(metrics).map((metric) => intervalText(pairedInterval(ours.map(metric), theirs.map(metric))));
}

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
