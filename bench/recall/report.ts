import { short, table } from '../markdown-table.ts';
import { percentile } from '../ranking-metrics.ts';
import type { EmbeddingFigures } from './embedding.ts';
import type { RecallFigures } from './measure.ts';
import type { OverrunFigures } from './overrun.ts';

/** What there is to tell. */
export interface RecallReport {
  readonly recall: readonly RecallFigures[];
  readonly overrun: readonly (OverrunFigures & { readonly subject: string })[];
  readonly embedding: EmbeddingFigures | null;
}

/** Tables in Markdown; those without a row are left out. */
export function reportOf({ recall, overrun, embedding }: RecallReport): string {
  const tables = [
    table(
      [
        '',
        'memories',
        'p50 ms',
        'p95 ms',
        'p99 ms',
        'CPU ms',
        'blocked ms',
        'first ms',
        'FTS5 p50',
        'FTS5 p95',
        '× FTS5',
        'found nothing',
      ],
      recall.map((figures) => [
        ...named(figures),
        ...[0.5, 0.95, 0.99].map((share) => short(percentile(figures.ours.ms, share))),
        short(figures.ours.cpuMs),
        short(figures.ours.blockedMs),
        short(percentile(figures.first.ms, 0.5)),
        ...[0.5, 0.95].map((share) => short(percentile(figures.fts5.ms, share))),
        short(percentile(figures.ours.ms, 0.5) / percentile(figures.fts5.ms, 0.5)),
        `${figures.empty} of ${figures.ours.ms.length}`,
      ]),
    ),
    table(
      [
        '',
        'memories',
        'filled, ms each',
        'stored p50 ms',
        'stored p95 ms',
        'indexed p50 ms',
        'indexed p95 ms',
        'held, MB per 1,000',
        'rss, MB per 1,000',
      ],
      recall.map((figures) => [
        ...named(figures),
        short(figures.fillMs),
        ...[figures.store.ms, figures.index].flatMap((ms) => [0.5, 0.95].map((share) => short(percentile(ms, share)))),
        ...[figures.heldBytes.live, figures.heldBytes.rss].map((bytes) => short(bytes / 1_000)),
      ]),
    ),
    table(
      ['store slowed by', 'deadline ms', 'calls', 'answered', 'overrun p50 ms', 'overrun p99 ms', 'overrun max ms'],
      overrun.map(({ subject, storeMs, deadlineMs, overrunMs, answered }) => [
        `${storeMs} ms, ${subject}`,
        deadlineMs,
        overrunMs.length,
        answered,
        ...[0.5, 0.99, 1].map((share) => short(percentile(overrunMs, share))),
      ]),
    ),
    table(
      ['static table', 'p50 ms', 'p95 ms', 'CPU ms'],
      Object.entries(embedding ?? {}).map(([name, { ms, cpuMs }]) => [
        name === 'load' ? 'loaded' : 'a text’s vector',
        ...[0.5, 0.95].map((share) => short(percentile(ms, share))),
        short(cpuMs),
      ]),
    ),
  ];
  return tables.filter((text) => text !== '').join('\n\n');
}

function named({ subject, filling: { users, memoriesOfEach } }: RecallFigures): readonly string[] {
  const count = memoriesOfEach.toLocaleString('en');
  return [subject, users.length === 1 ? count : `${users.length.toLocaleString('en')} scopes of ${count}`];
}
