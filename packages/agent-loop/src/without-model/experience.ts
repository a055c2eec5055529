import { type Episode, ownQuotes } from '@agent-mem/contract';
import { analyse, queryTerms } from '@agent-mem/recall/ranking';

/** Of the words of a question an earlier task has to share so many. */
const enough = 0.5;
const mostCharacters = 300;

/** What an earlier task taught that shares its words with the question. Its outcome may be an answer of the agent's own, and is not quoted. */
export function experienceFor(question: string, episodes: readonly Episode[]): string | null {
  const terms = queryTerms(question);
  const shared = ({ goal, lessons }: Episode) => {
    const { terms: known } = analyse(`${goal} ${lessons}`);
    return terms.filter((term) => term in known).length / Math.max(1, terms.length);
  };
  const [best] = episodes
    .filter((episode) => shared(episode) >= enough && taught(episode) !== '')
    .toSorted((a, b) => shared(b) - shared(a));
  return best ? `${ownQuotes.fromEarlierTask}${clipped(best.goal)}: ${clipped(taught(best))}` : null;
}

function taught({ lessons, steps }: Episode): string {
  return lessons === '' ? steps.join('; ') : lessons;
}

function clipped(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
