import { rememberLately } from '@agent-mem/contract';
import { analyse, queryTerms, wordsOf } from '../ranking/analyse.ts';
import { foreignStatement } from './foreign-statement.ts';
import { namingTheUser } from './named-user.ts';

/** A statement of fewer words says too little to be looked for. */
const leastWords = 2;

/** What a fact says, of the user or of anybody: its words, each with the terms of which a text holds one where it says that word. */
export type Statement = readonly (readonly string[])[];

/** What a fact says; nothing where it says too little to be looked for in a text. */
export const statementOf: (content: string) => Statement = rememberLately(
  (content) => {
    const foreign = foreignStatement(content);
    const words = wordsOf(foreign?.rest ?? withoutUser(content)).flatMap((word) =>
      termsOf(word, foreign?.firstPersonOf ?? firstPersonOf),
    );
    const distinct = [...new Map(words.map((terms) => [terms[0], terms])).values()];
    return distinct.length < leastWords ? [] : distinct;
  },
  { texts: 2000, characters: 1000 },
);

/** A statement without "the user", which is how statements name the writer of "I". */
export function withoutUser(statement: string): string {
  return namingTheUser(statement).replace(/\bthe user(?:['’]s)?\b/gi, ' ');
}

/** Whether a text of these terms states what a fact says: it has each word of it. */
export function states(held: Readonly<Record<string, number>>, statement: Statement): boolean {
  return statement.length > 0 && statement.every((terms) => terms.some((term) => term in held));
}

/** The terms of a text, by which it is asked what it states. Most texts that are recalled were recalled lately. */
export const textTerms: (text: string) => Readonly<Record<string, number>> = rememberLately((text) => analyse(text).terms, {
  texts: 2000,
  characters: 4000,
});

/** A word in a script without spaces has several terms, and a text must hold each. A word that is a stop word in the first person, as "own", says nothing. */
function termsOf(word: string, firstPerson: (word: string) => readonly string[]): Statement {
  const forms = firstPerson(word);
  const own = queryTerms(word);
  const [first] = forms;
  if (first === undefined) return own.map((term) => [term]);
  if (queryTerms(first).length === 0) return [];
  return own.map((term) => [...new Set([term, ...forms.flatMap((form) => queryTerms(form))])]);
}

/** What a verb of the third person may be in the first, of which the stem may differ: owns, tries and goes are own, try and go there. */
function firstPersonOf(word: string): readonly string[] {
  if (!/^[a-z]{2,}[^s]s$/.test(word)) return [];
  const plain = word.slice(0, -1);
  if (word.endsWith('ies')) return [plain, `${word.slice(0, -3)}y`];
  return /(?:[sxzo]|[cs]h)es$/.test(word) ? [plain, word.slice(0, -2)] : [plain];
}
