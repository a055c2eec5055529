import { type Episode, ownQuotes } from '@agent-mem/contract';
import { clipped, enoughShared, sharedWords } from './shared-words.ts';

const mostCharacters = 300;

/** What an earlier task taught that shares its words with the question. Its outcome may be an answer of the agent's own, and is not quoted. */
export function experienceFor(question: string, episodes: readonly Episode[]): string | null {
  const words = sharedWords(question);
  const shared = ({ goal, lessons }: Episode) => words.sharedBy(`${goal} ${lessons}`).length / Math.max(1, words.all.length);
  const [best] = episodes
    .filter((episode) => shared(episode) >= enoughShared && taught(episode) !== '')
    .toSorted((a, b) => shared(b) - shared(a));
  return best ? `${ownQuotes.fromEarlierTask}${quoted(best.goal)}: ${quoted(taught(best))}` : null;
}

function taught({ lessons, steps }: Episode): string {
  return lessons === '' ? steps.join('; ') : lessons;
}

function quoted(text: string): string {
  return clipped(text, mostCharacters);
}
