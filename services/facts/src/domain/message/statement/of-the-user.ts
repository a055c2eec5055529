import { capitalised } from '../../statements/capitalised.ts';
import { conjugate, thirdPerson } from './third-person.ts';

/** A statement about the user. */
export interface Statement {
  readonly text: string;
  /** Whom "she" or "he" in the next clause means; `null`: nobody. */
  readonly subject: string | null;
}

const firstPerson =
  /(?<![\p{L}\p{N}'.-])(?:i'm|i've|i'll|i'd|i|we're|we've|we'll|we'd|we|my|mine|me|myself|our|ours|us)(?![\p{L}\p{N}'-])/giu;
const verbAfter = /^ ((?:\w+ly|never|always|often|still|also|just|both) )?([\p{L}']+)(.*)/su;
const agreeing: Readonly<Record<string, string>> = {
  am: 'is',
  are: 'is',
  were: 'was',
  do: 'does',
  "don't": 'does not',
  "aren't": 'is not',
  "weren't": 'was not',
  "haven't": 'has not',
};
/** The same for everybody: helping verbs, past forms, and words that are no verb. */
const unchanged =
  /^(?:was|wasn't|can|can't|cannot|could|couldn't|will|won't|would|wouldn't|should|shouldn't|must|mustn't|may|might|shall|had|hadn't|did|didn't|and|or|who|of|in|on|at|with|\w+ed|ate|became|began|bought|broke|brought|built|came|caught|chose|cut|drank|drove|fell|felt|found|forgot|gave|got|grew|heard|held|hid|hit|kept|knew|left|lent|let|lost|made|meant|met|paid|put|quit|ran|rode|said|sang|sat|saw|sent|set|slept|sold|spent|spoke|stood|swam|taught|thought|told|took|tore|went|woke|won|wore|wrote|threw|stole|swore|blew|bit|bent|dug|froze|hung|laid|rose|shook|shot|shut|sank|slid|stuck|struck|swung)$/i;

/** A sentence in the first person said of the user: "the keys are under my mat" becomes "The keys are under the user's mat". */
export function ofTheUser(sentence: string): string {
  const first = sentence.matchAll(firstPerson).find(([word]) => word !== 'US');
  if (first === undefined) return capitalised(sentence);
  const [word] = first;
  const after = sentence.slice(first.index + word.length);
  return capitalised(sentence.slice(0, first.index) + theUser(word.toLowerCase(), after));
}

function theUser(word: string, after: string): string {
  const rest = thirdPerson(after);
  if (/^(?:my|mine|our|ours)$/.test(word)) return `the user's${rest}`;
  if (/^(?:me|myself|us)$/.test(word)) return `the user${rest}`;
  if (/^(?:i'm|we're)$/.test(word)) return `the user is${rest}`;
  if (/'ve$/.test(word)) return `the user has${rest}`;
  if (/'ll$/.test(word)) return `the user will${rest}`;
  if (/'d$/.test(word)) return `the user ${/^ (?:better|been)\b/.test(rest) ? 'had' : 'would'}${rest}`;
  const [, adverb = '', verb, tail = ''] = verbAfter.exec(rest) ?? [];
  return verb === undefined ? `the user${rest}` : `the user ${adverb}${agree(verb)}${tail}`;
}

function agree(verb: string): string {
  return agreeing[verb.toLowerCase()] ?? (unchanged.test(verb) ? verb : conjugate(verb));
}
