import { type Figures, ratioToFloor } from './figures.ts';

/** One measurement: by ours and by the floor, or, where `ours` is absent, by something of the machine. */
export interface Row {
  readonly what: string;
  readonly inFlight: number;
  readonly ours: Figures | null;
  readonly floor: Figures;
}

/** The rows in Markdown, ours above its floor. */
export function reportOf(rows: readonly Row[]): string {
  return [
    '| | in flight | | n | p50 ms | p95 ms | p99 ms | per second | × floor |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows.flatMap(({ what, inFlight, ours, floor }) =>
      ours
        ? [
            line(what, inFlight, 'ours', ours, `**${ratioToFloor(ours, floor, inFlight).toFixed(2)}**`),
            line('', '', 'floor', floor, ''),
          ]
        : [line(what, inFlight, '', floor, '')],
    ),
  ].join('\n');
}

function line(what: string, inFlight: number | '', who: string, figures: Figures, ratio: string): string {
  const { count, p50, p95, p99, perSecond } = figures;
  const times = [p50, p95, p99].map((ms) => ms.toPrecision(3));
  return `| ${[what, inFlight, who, count, ...times, Math.round(perSecond), ratio].join(' | ')} |`;
}
