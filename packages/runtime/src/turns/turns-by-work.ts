import { ownTurn } from './own-turn.ts';

/** Counts work, in any measure, and gives up the turn of the event loop after each `most` of it: other requests go on beside a long piece of it. */
export function turnsByWork(most: number): (work: number) => Promise<void> {
  let done = 0;
  return async (work) => {
    done += work;
    if (done < most) return;
    done = 0;
    await ownTurn();
  };
}
