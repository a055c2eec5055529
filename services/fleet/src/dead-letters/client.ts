import { OperationError } from '@agent-mem/contract';
import type { DeadLetterContent, DeadLetterOutcome, DeadLetterSummary, DeadLetters } from '@agent-mem/messaging';
import { askAdmin, type Owner } from '../owner.ts';
import { deadLetterPath } from './routes.ts';

/** The dead letters of a fleet that runs, over HTTP. Throws `OperationError` with its sentence, or `StartFailed` if it does not answer. */
export function attachedDeadLetters(owner: Owner): DeadLetters {
  const ask = (path: string, body?: object) => askAdmin(owner, `${deadLetterPath}${path}`, body);
  // A fleet of an earlier version leaves none.
  const settled = async (path: string, ids: readonly string[] | 'all') => {
    const outcome = (await ask(path, ids === 'all' ? { all: true } : { ids })) as Omit<DeadLetterOutcome, 'left'>;
    return { left: [], ...outcome };
  };
  // What the route sends is what the other side's `DeadLetters` gave it.
  return {
    list: async () => ((await ask('')) as { dead_letters: DeadLetterSummary[] }).dead_letters,
    async find(id) {
      try {
        return (await ask(`/${encodeURIComponent(id)}`)) as DeadLetterContent;
      } catch (error) {
        if (error instanceof OperationError && error.type === 'not-found') return null;
        throw error;
      }
    },
    replay: (ids) => settled('/replay', ids),
    drop: (ids) => settled('/drop', ids),
  };
}
