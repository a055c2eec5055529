import type { Played } from './play.ts';

/** What reconciliation made of some sequences. Each count has the number of statements it is out of. */
export interface Measured {
  readonly sequences: number;
  /** Statements that are believed no more, nor any that says the same, though nothing took their place. */
  readonly wrongRetires: Share;
  /** Statements that are still believed though a later one updates or denies them. */
  readonly missedUpdates: Share;
  /** Statements that are still believed though another says the same, or the same and more. */
  readonly duplicatesLeft: Share;
  readonly bystandersGone: number;
  /** Sequences of which every statement is where it must be. */
  readonly right: number;
}

/** So many of so many. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** Counts what is wrong with what is believed. */
export function measure(played: readonly Played[]): Measured {
  const all = played.map(countOf);
  const sum = (part: 'wrongRetires' | 'missedUpdates' | 'duplicatesLeft'): Share => ({
    count: all.reduce((total, each) => total + each[part].count, 0),
    of: all.reduce((total, each) => total + each[part].of, 0),
  });
  return {
    sequences: played.length,
    wrongRetires: sum('wrongRetires'),
    missedUpdates: sum('missedUpdates'),
    duplicatesLeft: sum('duplicatesLeft'),
    bystandersGone: played.reduce((total, { bystandersGone }) => total + bystandersGone, 0),
    right: played.filter((each) => isRight(each)).length,
  };
}

/** Whether everything of a sequence is where it must be, and the bystanders too. */
export function isRight(played: Played): boolean {
  const { wrongRetires, missedUpdates, duplicatesLeft } = countOf(played);
  return wrongRetires.count + missedUpdates.count + duplicatesLeft.count + played.bystandersGone === 0;
}

function countOf({ sequence, believed }: Played): Pick<Measured, 'wrongRetires' | 'missedUpdates' | 'duplicatesLeft'> {
  const { facts } = sequence;
  // Statements that say the same are one class; any of them stands for it.
  const classes = facts.flatMap(({ fate }, index) => {
    if (fate !== 'stays') return [];
    const members = [index, ...facts.flatMap((other, at) => (other.fate === 'repeats' && other.of === index ? [at] : []))];
    return [members.filter((member) => believed[member] !== 'gone').length];
  });
  const still = (...fates: readonly string[]): Share => ({
    count: facts.filter(({ fate }, index) => fates.includes(fate) && believed[index] === 'itself').length,
    of: facts.filter(({ fate }) => fates.includes(fate)).length,
  });
  const refined = still('refined');
  return {
    wrongRetires: { count: classes.filter((standing) => standing === 0).length, of: classes.length },
    missedUpdates: still('updated', 'denied'),
    duplicatesLeft: {
      count: refined.count + classes.reduce((total, standing) => total + Math.max(0, standing - 1), 0),
      of: refined.of + facts.filter(({ fate }) => fate === 'repeats').length,
    },
  };
}
