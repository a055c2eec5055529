import { table } from '../markdown-table.ts';
import { learn } from './learn.ts';
import { halves, loadTraces } from './load.ts';
import { figuresOf, type Scored } from './score.ts';

/** Records both halves, and counts the solutions that are remembered. `--wrong` lists what is not right of the half that a rule may be fitted to. */
export async function runSolutions(args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg !== '--wrong')) throw new Error('Usage: npm run bench -- solutions [--wrong]');
  const rows: (readonly (string | number)[])[] = [];
  let wrong = '';
  for (const half of halves) {
    const traces = await loadTraces(half);
    const scored = await learn(traces);
    const { errors, named, right, precision, recall, unfounded } = figuresOf(scored);
    rows.push([half, traces.length, errors, named, right, share(precision), share(recall), unfounded]);
    if (half === 'dev' && args.includes('--wrong')) wrong = wrongOf(scored);
  }
  const head = ['', 'traces', 'errors', 'solutions named', 'right', 'precision', 'recall', 'named where nothing helped'];
  return [table(head, rows), wrong].filter((part) => part !== '').join('\n\n');
}

function share(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(2);
}

function wrongOf(scored: readonly Scored[]): string {
  return scored
    .filter(({ verdict }) => verdict === 'wrong' || verdict === 'missed')
    .map(({ trace, observation, named, verdict }) => `- ${trace.id} ${verdict}: ${observation} → ${named ?? 'nothing'}`)
    .join('\n');
}
