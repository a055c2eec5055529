import { canonicalJson } from '@agent-mem/contract';
import type { Trace } from './load.ts';

/** What was learned of a trace: the error as it is shown, and the attempt that is said to have got over it; `null`: none. */
export interface Named {
  readonly error: string;
  readonly solution: string | null;
}

/** What is to be said of one error. `none`: nothing got over it and nothing is named, or nothing need be. */
export type Verdict = 'right' | 'wrong' | 'missed' | 'none';

/** An error with its score. */
export interface Scored {
  readonly trace: Trace;
  readonly observation: string;
  readonly named: string | null;
  readonly verdict: Verdict;
  /** Whether something got over it that has to be named. */
  readonly hasSolution: boolean;
  /** Whether nothing got over it. */
  readonly isUnsolved: boolean;
}

/** Scores the solutions named for a trace. One named for what the trace does not list as an error is wrong. */
export function score(trace: Trace, learned: readonly Named[]): readonly Scored[] {
  const observations = trace.errors.map(({ failed }) => trace.steps[failed]?.observation ?? '');
  const scored = trace.errors.map(({ solution, may_be_none }, index) => {
    const observation = observations[index] ?? '';
    const named = learned.find(({ error }) => isShownOf(observation, error))?.solution ?? null;
    const right = solution.map((at) => attemptOf(trace, at));
    const isNone = solution.length === 0 || may_be_none;
    const missing: Verdict = isNone ? 'none' : 'missed';
    const verdict: Verdict = named === null ? missing : right.includes(named) ? 'right' : 'wrong';
    return { trace, observation, named, verdict, hasSolution: !isNone || verdict === 'right', isUnsolved: solution.length === 0 };
  });
  const others = learned.filter(({ error }) => !observations.some((observation) => isShownOf(observation, error)));
  return [
    ...scored,
    ...others.flatMap(({ error, solution }): Scored[] =>
      solution === null
        ? []
        : [{ trace, observation: error, named: solution, verdict: 'wrong', hasSolution: false, isUnsolved: true }],
    ),
  ];
}

/** An error is shown without what stands before it, or shortened. */
function isShownOf(observation: string, error: string): boolean {
  return error !== '' && observation.includes(error.replace(/…$/, ''));
}

/** A step as a solution names it: the tool, and its arguments in one order. */
function attemptOf({ steps }: Trace, at: number): string {
  const { tool, args } = steps[at] ?? { tool: '', args: {} };
  return Object.keys(args).length === 0 ? tool : `${tool} ${canonicalJson(args)}`;
}

/** Figures of some errors. */
export interface Figures {
  readonly errors: number;
  readonly named: number;
  readonly right: number;
  /** Of what was named, the share that is right; NaN where nothing was. */
  readonly precision: number;
  /** Of what has to be named, the share that was named rightly; NaN where nothing has. */
  readonly recall: number;
  /** Solutions named for what nothing got over. */
  readonly unfounded: number;
}

/** Counts over some errors. */
export function figuresOf(scored: readonly Scored[]): Figures {
  const named = scored.filter((each) => each.named !== null).length;
  const right = scored.filter(({ verdict }) => verdict === 'right').length;
  const solved = scored.filter(({ hasSolution }) => hasSolution).length;
  const unfounded = scored.filter(({ verdict, isUnsolved }) => verdict === 'wrong' && isUnsolved).length;
  return { errors: scored.length, named, right, precision: right / named, recall: right / solved, unfounded };
}
