import { withPlainApostrophes } from '@agent-mem/llm';
import { ownWords } from '../statements/beings.ts';
import { capitalised } from '../statements/capitalised.ts';
import { anyOf } from '../statements/word-table.ts';
import { knownNames } from './known-names.ts';
import { asksForDraft } from './sentences/draft.ts';
import { textWork } from './sentences/text-work.ts';

/** In characters. What is longer is pasted, and speaks of many. */
const longest = 300;

/** "She moved", "He's left", "Her birthday is": who, and what follows. Of "she'll" and "he'd" nothing is so yet. */
const said = /^(?:(?:and|but|so|oh|well|also),? )?(?:(she|he)(?:('s)| (?=\p{Ll}))|(her|his) (?=\p{Ll}+ (?:is|was)\b))\s*(.+)$/isu;
/** Behind "she's": "has". */
const done = /^(?:been|got|had|left|moved|quit|gone|become|won|lost|\p{Ll}+ed) /u;

const inLaw = '(?:[- ]in[- ]law)?';
const women = new RegExp(
  `^${anyOf(`
  (?:step|half-|grand|great-grand|god|foster )?(?:mother|mom|mum|daughter|sister)${inLaw} | wife | ex-wife | girlfriend | fiancée | fiancee | aunt | auntie | niece
  grandma | granny | nan | nana | landlady | missus
`)}$`,
  'iu',
);
const men = new RegExp(
  `^${anyOf(`
  (?:step|half-|grand|great-grand|god|foster )?(?:father|dad|son|brother)${inLaw} | husband | ex-husband | boyfriend | fiancé | uncle | nephew | grandpa | granddad | landlord
`)}$`,
  'iu',
);

const name = "\\p{Lu}[\\p{L}'’-]+";
const whom = new RegExp(
  `\\b([Mm]y|[Oo]ur) ((?:[\\p{Ll}-]+ ){0,2}?)(${ownWords})( ${name})?(?: (?:is|is called|is named) ${name})?(?![\\p{L}'’-])`,
  'gu',
);
const anybody = new RegExp(`(?<![\\p{L}-])(?:${ownWords}|she|he|her|him|his|they|them|their)(?![\\p{L}-])`, 'giu');
const many =
  /^(?:parents|children|sons|daughters|brothers|sisters|kids|babies|twins|triplets|uncles|aunts|cousins|nephews|nieces|friends|colleagues|coworkers|roommates|flatmates|tenants|dogs|cats|kittens|horses|rabbits|hens|chickens|goldfish)$/iu;
/** A name that may be somebody's: it neither begins a sentence nor stands behind what places, languages and days stand behind. */
const somebody = new RegExp(
  `(?<=[\\p{L}\\d,] )(?<!\\b(?:in|at|to|from|near|on|since|until|of|speaks?|learns?|learning|studies|teaches|last|next|this) )(?!I\\b)${name}`,
  'gu',
);

/**
 * A message that begins with "she" or "he", with the one it means in place of that: the only one of that sex of whom the user's last message spoke, and
 * nobody else whom it might mean. Every other message stays as it is. `contents`: what is believed, which says who is called what.
 */
export function namingWhom(message: string, before: string | null, contents: readonly string[]): string {
  if (before === null || before.length > longest || !mayNameWhom(message)) return message;
  // Whom a text to be written is of lives in the text alone.
  if (asksForDraft(before) || textWork.test(before)) return message;
  const [, pronoun, short, possessive, rest = ''] = said.exec(plain(message)) ?? [];
  const opposite = /^(?:she|her)$/i.test(pronoun ?? possessive ?? '') ? men : women;
  const who = meantIn(withPlainApostrophes(before), opposite, contents);
  if (who === null) return message;
  if (possessive !== undefined) return `${who}'s ${rest}`;
  return short === undefined ? `${who} ${rest}` : `${who} ${done.test(rest) ? 'has' : 'is'} ${rest}`;
}

/** Whether `namingWhom` may change a message, whatever was written before it: most messages begin with no pronoun. */
export function mayNameWhom(message: string): boolean {
  return message.length <= longest && !message.includes('?') && said.test(plain(message));
}

function plain(message: string): string {
  return withPlainApostrophes(message.trim());
}

/** Whom a pronoun means behind a message; `null`: nobody, or it may be one of several. */
function meantIn(before: string, opposite: RegExp, contents: readonly string[]): string | null {
  const names = knownNames(contents);
  const spoken = [...before.matchAll(whom)].map(([, my = '', kind = '', role = '', called = '']) => ({
    text: `${my.toLowerCase()} ${kind}${role}${called}`,
    role,
  }));
  const rest = before.replace(whom, '');
  const known = [...names]
    .filter((each) => new RegExp(`(?<![\\p{L}'-])${RegExp.escape(each)}(?![\\p{L}'-])`, 'u').test(rest))
    .map((text) => ({ text, role: roleOf(text, contents) }));
  // Somebody else's brother, and somebody of a name that memory does not know, may be meant as well.
  const isOfOthers = rest.search(anybody) >= 0 || [...rest.matchAll(somebody)].some(([each]) => !names.has(each));
  const all = [...spoken, ...known];
  if (isOfOthers || all.some(({ role }) => role === '' || many.test(role))) return null;
  const [only, ...others] = new Set(all.filter(({ role }) => !opposite.test(role)).map(({ text }) => text));
  return only === undefined || others.length > 0 ? null : capitalised(only);
}

/** What somebody of a name is to the user; empty: nothing says so. */
function roleOf(called: string, contents: readonly string[]): string {
  const naming = new RegExp(`\\b(${ownWords})(?:,| is named| is| named| called)? ${RegExp.escape(called)}(?![\\p{L}'’-])`, 'u');
  return contents.map((content) => naming.exec(content)?.[1]).find((role) => role !== undefined) ?? '';
}
