import { short, table } from '../markdown-table.ts';
import { mean, percentile } from '../ranking-metrics.ts';
import type { AgentFigures } from './measure.ts';

/** The figures in Markdown. */
export function reportOf(rows: readonly AgentFigures[]): string {
  return [
    table(
      [
        'memories',
        'answered p50 ms',
        'p95 ms',
        'CPU ms',
        'of which recall p50 ms',
        'effects p50 ms',
        'queries',
        'commands',
        'replies',
        'events',
      ],
      rows.map(({ memories, answered, recallMs, settledMs, messages }) => [
        memories.toLocaleString('en'),
        ...[0.5, 0.95].map((share) => short(percentile(answered.ms, share))),
        short(answered.cpuMs),
        ...[recallMs, settledMs].map((ms) => short(percentile(ms, 0.5))),
        ...[messages.query, messages.command, messages.reply, messages.event].map(short),
      ]),
    ),
    table(
      ['memories', 'facts', 'episodes', 'conversation', 'working memory', 'whole prompt', 'asked for stands in it'],
      rows.map(({ memories, tiers, promptTokens, found }) => [
        memories.toLocaleString('en'),
        ...(['facts', 'episodes', 'conversation', 'working_memory'] as const).map((tier) =>
          Math.round(mean(tiers.map((each) => each[tier]?.tokens ?? 0))),
        ),
        Math.round(mean(promptTokens)),
        found === null ? '' : found.toFixed(2),
      ]),
    ),
  ].join('\n\n');
}
