import { short, table } from '../markdown-table.ts';
import type { Filling, Row } from './measure.ts';

const single = ['p50 ms', 'p95 ms', 'per second', 'bare p50', '× bare'];
const many = ['many: p50 ms', 'p95 ms', 'per second', 'bare per second', '× bare'];

/** Tables in Markdown: one of the filling, and one for each port. */
export function reportOf(rows: readonly Row[], fillings: readonly Filling[]): string {
  const filled = table(
    ['filled', 'store', 'memories', 'seconds', 'memories per second', 'bytes per memory', 'resident bytes per memory'],
    fillings.map(({ port, store, memories, seconds, bytes, residentBytes }) => [
      port,
      store,
      memories.toLocaleString('en'),
      ...[seconds, memories / seconds, bytes / memories].map(short),
      residentBytes === null ? '' : short(residentBytes / memories),
    ]),
  );
  const ports = Map.groupBy(rows, ({ port }) => port);
  return [filled, ...[...ports].map(([port, own]) => table([port, 'store', 'memories', ...single, ...many], linesOf(own)))].join(
    '\n\n',
  );
}

/** Each operation with its stores and sizes below one another. */
function linesOf(rows: readonly Row[]): readonly (readonly (string | number)[])[] {
  const byOperation = [...Map.groupBy(rows, ({ operation }) => operation).values()].flat();
  return byOperation.map(({ operation, store, memories, single: { ours, bare }, many }) => [
    operation,
    store,
    memories.toLocaleString('en'),
    ...[ours.p50, ours.p95].map(short),
    Math.round(ours.perSecond),
    short(bare.p50),
    ratio(ours.p50 / bare.p50),
    ...(many ? manyCells(many) : ['', '', '', '', '']),
  ]);
}

function manyCells({ ours, bare }: NonNullable<Row['many']>): readonly (string | number)[] {
  const times = [ours.p50, ours.p95].map(short);
  return [...times, Math.round(ours.perSecond), Math.round(bare.perSecond), ratio(bare.perSecond / ours.perSecond)];
}

function ratio(value: number): string {
  return `**${value.toFixed(2)}**`;
}
