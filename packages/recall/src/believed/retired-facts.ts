import { type Fact, type Init, type ListFactsRequest, rememberLately } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import type { Status } from '@agent-mem/storage';
import { analyse } from '../ranking/analyse.ts';
import type { RememberedText } from './remembered-text.ts';
import { statementOf, states } from './statement.ts';

/** Facts that are not believed any more: what a text says of them is out of date, or shall be forgotten. */
export const retiredStatuses: readonly Status[] = ['SUPERSEDED', 'DELETED'];

/** Facts that a service of an earlier version lists, the newest: it does not know by which texts they are asked for. */
const mostRetired = 200;

/** What `facts.List` is asked for beside a scope: the retired facts that these texts may speak of. */
export function retiredFactsAsked(remembered: readonly RememberedText[]) {
  return {
    statuses: retiredStatuses,
    limit: mostRetired,
    stated_in: remembered.flatMap(({ texts }) => texts),
    learned_from: remembered.flatMap(({ invocationId, messageId }) => [invocationId, messageId].filter((id) => id !== null)),
  } satisfies Init<ListFactsRequest>;
}

/**
 * Whether a text may be shown though some facts are retired: none of them was learned from it, and no sentence of it says what one of them
 * says. What was replaced may be spoken of afterwards, and a message that it was learned from may say more; what was deleted and not replaced
 * may not be shown again. `null`: it is not known which facts are retired. Then nothing is shown of what was said elsewhere: a service that is late
 * must not bring back what was forgotten.
 */
export function holdsNothingRetired(retired: readonly Fact[] | null): (text: RememberedText) => boolean {
  if (retired === null) return ({ isOwn }) => isOwn;
  const gone = retired.map((fact) => ({ fact, says: statementOf(fact.content) }));
  return ({ texts, invocationId, messageId, at }) => {
    return !gone.some(({ fact: { evidence, replaced_by, valid_to }, says }) => {
      if (invocationId !== null && evidence?.invocation_id === invocationId) return true;
      if (messageId !== null && evidence?.message_id === messageId && replaced_by === null) return true;
      const until = replaced_by === null ? null : valid_to;
      if (until !== null && Date.parse(at) > Date.parse(until)) return false;
      return texts.some((text) => sentenceTerms(text).some((held) => states(held, says)));
    });
  };
}

/** Which terms each sentence of a text has. Most of what is recalled was recalled lately. */
const sentenceTerms = rememberLately((text) => sentencesOf(text).map((sentence) => analyse(sentence).terms), {
  texts: 1000,
  characters: 4000,
});
