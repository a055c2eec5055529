import { namingTheUser } from '@agent-mem/recall/believed';
import { foreignSecondPerson } from '../languages/foreign-second-person.ts';

const adverbs = 'usually|always|often|still|mostly|mainly|never|sometimes|currently|no longer|also|now|just|really';
const subject = new RegExp(`^The user (?!and )((?:(?:${adverbs}) )*)([\\p{L}']+)`, 'iu');
const agreeing: Readonly<Record<string, string>> = {
  is: 'are',
  was: 'were',
  has: 'have',
  does: 'do',
  "isn't": "aren't",
  "wasn't": "weren't",
};

/** A fact as it is said to the user, in its own language: "The user lives in Lisbon" becomes "You live in Lisbon". */
export function secondPerson(content: string): string {
  return foreignSecondPerson(content) ?? englishSecondPerson(namingTheUser(content));
}

function englishSecondPerson(content: string): string {
  const isOfUser = /^the user(?!['’]s)\b/i.test(content);
  const addressed = content
    .replace(/^The user and\b/i, 'You and')
    .replace(subject, (_, adverb: string, verb: string) => `You ${adverb}${agreed(verb)}`)
    .replace(/^The user['’]s\b/i, 'Your')
    .replace(/\bthe user['’]s\b/gi, 'your')
    .replace(/\bthe user\b/gi, 'you');
  return isOfUser
    ? saidByAssistant(addressed).replace(
        /\b(their|theirs|them|themselves|they're|they've|they)\b/gi,
        (word) => own[word.toLowerCase()] ?? word,
      )
    : addressed;
}

const wish = /^You (?:want|let) the assistant /u;

/** What the user wants of the assistant, as it says so itself. */
function saidByAssistant(text: string): string {
  return wish.test(text)
    ? text
        .replace(/\bthe assistant (?=would|will|can|could)/g, 'I ')
        .replace(/\bthe assistant (\p{L}+s)\b/gu, (_, verb: string) => `I ${agreed(verb)}`)
        .replace(/\bthe assistant\b/g, 'me')
        .replace(/\bits\b/g, 'my')
    : text;
}

const own: Readonly<Record<string, string>> = {
  their: 'your',
  theirs: 'yours',
  them: 'you',
  themselves: 'yourself',
  they: 'you',
  "they're": "you're",
  "they've": "you've",
};

/** A verb of "the user" as "you" takes it: lives becomes live, studies study. */
function agreed(verb: string): string {
  const lower = verb.toLowerCase();
  if (lower in agreeing) return agreeing[lower] ?? verb;
  if (!/[^s]s$/.test(lower)) return verb;
  if (/[^aeiou]ies$/.test(lower)) return `${verb.slice(0, -3)}y`;
  return /(?:ss|x|zz|ch|sh|o)es$/.test(lower) ? verb.slice(0, -2) : verb.slice(0, -1);
}
