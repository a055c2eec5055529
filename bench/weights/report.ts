import { intervalText, pairedInterval } from '../bootstrap.ts';
import { table } from '../markdown-table.ts';
import { mean } from '../ranking-metrics.ts';
import type { Attack, Attacked } from './attack.ts';
import type { Change, Learned } from './learn.ts';

/** What was learned in one fold of a conversation. */
export interface LearnLine extends Learned {
  readonly sample: string;
  /** On which conversations the parameters were chosen, and on which they are held out. */
  readonly half: string;
}

/** What one attack did in a conversation. */
export interface AttackLine extends Attacked {
  readonly sample: string;
  readonly half: string;
  readonly how: Attack;
}

/** Recall@10 without and with what was learned. */
export function learnReport(lines: readonly LearnLine[]): string {
  const halves = [...new Set(lines.map(({ half }) => half))];
  const rows = halves.flatMap((half) => {
    const own = lines.filter((line) => line.half === half);
    return [
      [half, 'rephrased', ...figures(own.flatMap(({ twins }) => twins))],
      [half, 'of other sessions', ...figures(own.flatMap(({ others }) => others))],
    ];
  });
  return table(['conversations', 'questions', 'n', 'recall@10 without', 'with feedback', 'difference'], rows);
}

/** How far memories moved. */
export function attackReport(lines: readonly AttackLine[]): string {
  const halves = [...new Set(lines.map(({ half }) => half))];
  const rows = halves.flatMap((half) =>
    [...new Set(lines.map(({ how }) => how))].map((how) => {
      const own = lines.filter((line) => line.half === half && line.how === how);
      const outside = own.flatMap((line) => line.outside);
      const columns = [own.flatMap((line) => line.moved), own.flatMap((line) => line.rephrased)].flatMap(movedFigures);
      return [half, how, ...columns, Math.max(0, ...outside)];
    }),
  );
  const head = ['conversations', 'attacker asks', 'n', 'moved > 1', 'most ranks', 'n, rephrased', 'moved > 1', 'most ranks'];
  return table([...head, 'most ranks outside'], rows);
}

function movedFigures(moved: readonly number[]): readonly number[] {
  return [moved.length, moved.filter((ranks) => ranks > 1).length, Math.max(0, ...moved)];
}

function figures(changes: readonly Change[]): readonly (string | number)[] {
  const [before, after] = [changes.map((each) => each.before), changes.map((each) => each.after)];
  if (changes.length === 0) return [0, '', '', ''];
  const interval = intervalText(pairedInterval(after, before));
  return [changes.length, mean(before).toFixed(3), mean(after).toFixed(3), interval];
}
