import { dayMs, hourMs } from '@agent-mem/contract';
import type { Variable } from '@agent-mem/runtime';

/** After how many turns of a conversation a model learns from them, or after how long. */
export interface LearnEvery {
  /** `null`: the time decides. */
  readonly turns: number | null;
  /** Since the first turn that waits; with a number of turns, the longest that fewer wait. */
  readonly waitMs: number;
}

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: hourMs };
const mostTurns = 20;

/** Reads `1`, `5`, `10m`. */
export const learnEvery: Variable<LearnEvery> = {
  meaning:
    'After how many turns of a conversation the model learns from them at once, 1 to 20, or after how long: 90s, 10m, 2h; rules learn from each turn at once. The end of a conversation and a caller that waits never wait for it',
  unit: '',
  defaultText: '1',
  parse(text) {
    const [, count = '', unit = ''] = /^(\d{1,5})([smh]?)$/.exec(text.trim()) ?? [];
    const number = Number(count);
    const waitMs = number * (unitsMs[unit] ?? 0);
    if (unit === '' && number >= 1 && number <= mostTurns) return { turns: number, waitMs: dayMs };
    if (waitMs > 0 && waitMs <= dayMs) return { turns: null, waitMs };
    throw new Error(`must be a number of turns from 1 to ${mostTurns}, or a time of at most a day such as 10m, got "${text}"`);
  },
};

/** Whether each turn is learned from by itself. */
export function isEachTurn({ turns }: LearnEvery): boolean {
  return turns === 1;
}
