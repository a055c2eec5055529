import { modelText } from '@agent-mem/llm';
import type { ReadAnswer } from '@agent-mem/service-kit';

/** Longest statement taken from a model, in bytes of UTF-8. */
const maxBytes = 1_024;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** What says later nothing of whose it is: "I've been promoted". "I figli dell'utente" is Italian, and "My Neighbour Totoro" a title. */
const firstPerson =
  /^(?:[IJij]['’]\p{Ll}|(?:[Ii]|[Ww]e) (?!.*utente)\p{Ll}|(?:[Mm]y|[Oo]ur|[Ii]ch|[Ww]ir|[Mm]eine?|[Jj]e|[Nn]ous|[Mm]on|[Mm]a|[Yy]o|[Mm]is?|[Ee]u|[Mm]eus?|[Mm]inhas?) \p{Ll})/u;

/** Reads one statement that a model wrote: a text of at most 1 KiB and two words that neither asks nor says "I". `isInvented`: the model made it up. */
export function readModelStatement(given: unknown, isInvented: (text: string) => boolean): ReadAnswer<string> {
  const text = modelText(given);
  if (text === null) return { unusable: 'not-text' };
  if (text === '') return { unusable: 'blank' };
  if (Buffer.byteLength(text) > maxBytes) return { unusable: 'too-long' };
  if (!isStatement(text)) return { unusable: 'no-statement' };
  if (firstPerson.test(text)) return { unusable: 'first-person' };
  return isInvented(text) ? { unusable: 'invented' } : { value: text };
}

/** "Bosch", "}, 12, 2022", "</fact 12 UTC", "Is it safe?" and "The fact is:" state nothing. */
function isStatement(text: string): boolean {
  return !/^<|[?:]$/.test(text) && [...segmenter.segment(text)].filter(({ segment }) => /\p{L}/u.test(segment)).length > 1;
}
