import { occupations } from '../statements/alternatives.ts';
import { isRunAt, plainWords } from '../statements/statement-words.ts';
import {
  beings,
  besideVerb,
  conditions,
  type FieldPhrase,
  fieldNouns,
  fieldVerbs,
  noOccupations,
  occupationEnds,
  orders,
} from './profile-words.ts';
import { saidOfUser } from './said-of-user.ts';

/** Words behind "The user's" that may name what is said: with an adjective or two before it. */
const mostBeforeNoun = 4;

/** The field of the default profile that a fact belongs to, by its words; `null`: none. */
export function defaultField(content: string): string | null {
  const said = saidOfUser(content);
  if (said === null) return startsWithOrder(plainWords(content)) ? 'instructions' : null;
  return said.of === 'user' ? byVerb(said.words) : byNoun(said.words);
}

function startsWithOrder(words: readonly string[]): boolean {
  return orders.some((order) => words.length > order.length && isRunAt(words, 0, order));
}

/** "lives in Porto": by the verb, behind what denies it or says how often. */
function byVerb(words: readonly string[]): string | null {
  for (let at = 0; at < words.length; at += 1) {
    const phrase = fieldVerbs.find((each) => isRunAt(words, at, each.words) && holds(each, words.slice(at + each.words.length)));
    if (phrase) return phrase.field;
    if (!besideVerb.has(words[at] ?? '')) return null;
  }
  return null;
}

/** "wife is named Anne", "best friend is Omar", "native language is Polish": by the first noun that is known. */
function byNoun(words: readonly string[]): string | null {
  for (let at = 0; at < Math.min(words.length, mostBeforeNoun); at += 1) {
    const word = words[at] ?? '';
    if (word === 'is' || word === 'has' || word === 'was') return null;
    const phrase = fieldNouns.find((each) => isRunAt(words, at, each.words));
    // What somebody is not called is no name of theirs.
    if (phrase?.field === 'name' && words.includes('not')) return null;
    if (phrase && phrase.words.length > 1) return phrase.field;
    if (beings.has(word)) return 'people';
    if (phrase) return phrase.field;
  }
  return null;
}

function holds({ needs }: FieldPhrase, rest: readonly string[]): boolean {
  return needs.every((need) => {
    if (need === 'occupation') return isOccupation(rest);
    // "a dentist appointment" is nobody.
    return rest.some((word, at) => conditions[need]?.has(word) && !(need === 'being' && withBeing.has(rest[at + 1] ?? '')));
  });
}

/** "freelance illustrator", "nurse in Graz": what is said up to a preposition ends in an occupation. */
function isOccupation(rest: readonly string[]): boolean {
  const end = rest.findIndex((word) => prepositions.has(word));
  const noun = rest.slice(0, end < 0 ? rest.length : end).at(-1) ?? '';
  if (occupations.has(noun)) return true;
  return !noOccupations.has(noun) && occupationEnds.some((ending) => noun.endsWith(ending));
}

const withBeing = new Set(
  'appointment appointments visit visits bill bills food meeting meetings school class s show'.split(' '),
);

const prepositions = new Set('in at for of with on from and who'.split(' '));
