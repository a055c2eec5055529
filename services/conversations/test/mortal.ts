import { OperationError } from '@agent-mem/contract';
import type { OnEventContext } from '../src/handler.ts';

/** How many more steps a process takes, and whether it dies before the last of them or after it. */
export interface Life {
  left: number;
  readonly dies: 'before' | 'after';
}

/** Takes a step of a process that may die by it. */
type Step = <Value>(act: () => Promise<Value>) => Promise<Value>;

/** Counts what a process does down to its death: from then on it does nothing more. */
export function mortal(life: Life): Step {
  const dead = () => Promise.reject(new OperationError('unavailable', 'the process is dead'));
  return async (act) => {
    life.left -= 1;
    if (life.left < 0 || (life.left === 0 && life.dies === 'before')) return dead();
    const value = await act();
    return life.left === 0 ? dead() : value;
  };
}

/** The Graph as such a process has it. */
export function mortalGraph(graph: OnEventContext['graph'], step: Step): OnEventContext['graph'] {
  return {
    ...graph,
    commit: (...asked) => step(() => graph.commit(...asked)),
    get: (...asked) => step(() => graph.get(...asked)),
    find: (...asked) => step(() => graph.find(...asked)),
  };
}
