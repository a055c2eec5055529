import { animalWords } from '../../statements/beings.ts';
import { itemsOf, listOf, numberWords } from '../item-list.ts';

const name = "\\p{Lu}[\\p{L}'’-]+";
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];
const child = 'kids?|child|children|sons?|daughters?|baby|babies|boys?|girls?';
/** "We had a fourth, Mia", "we got another cat called Pip", "our third, Leo, was born in May": which one, of what kind, and its name. */
const more = new RegExp(
  `^(?:(?:[Ii]|[Ww]e)(?:['’]ve| have)? (?:just |recently |now )?(?:had|got|welcomed|adopted|bought|have|took in|taken in) (?:an? |our |my )?|(?:[Oo]ur|[Mm]y) (?=[^.]* (?:was born|arrived|came)))(another|new|${ordinals.slice(1).join('|')})(?: (${child}|${animalWords}))?(?:,| called| named)? (${name})(?=$|[,.!]| (?:was|is|in|on|last|this|yesterday|today)\\b)`,
  'u',
);
const list = `(${name}(?:(?:, | and |, and )${name})*)`;
/** "The user's kids are named Tim and Ana". */
const named = new RegExp(`^(The user['’]s (${child}|(?:${animalWords})s?) are named) ${list}$`, 'u');
/** "The user has two kids: Tim and Ana". */
const counted = new RegExp(
  `^The user has (${numberWords.slice(2).join('|')}|[2-6]) ((?:\\p{Ll}+ )?(?:${child}|(?:${animalWords})s?))(,|:| named| called) ${list}$`,
  'u',
);

/** A fact that names each of some, with one more whom a clause names. `null`: the clause names none, or one of another kind. */
export function oneMore(content: string, clause: string): string | null {
  const [, which = '', kind, own = ''] = more.exec(clause) ?? [];
  const [, said = '', ofNamed] = named.exec(content) ?? [];
  const [, , ofCounted = '', joint = ''] = counted.exec(content) ?? [];
  const names = namesOf(content);
  const [of = ''] = (ofNamed ?? ofCounted).split(' ').slice(-1);
  if (own === '' || names.length === 0 || names.includes(own) || !isOfKind(kind, of, which)) return null;
  const isNext = which === 'another' || which === 'new' || ordinals.indexOf(which) === names.length;
  const count = numberWords[names.length + 1];
  if (!isNext || count === undefined) return null;
  const all = listOf([...names, own]);
  return ofNamed === undefined ? `The user has ${count} ${ofCounted}${joint} ${all}` : `${said} ${all}`;
}

/** Whether a clause names one more of some. */
export function saysOneMore(clause: string): boolean {
  return more.test(clause);
}

/** None where the fact does not name as many as it counts. */
function namesOf(content: string): readonly string[] {
  const list = named.exec(content)?.[3] ?? counted.exec(content)?.[4];
  const names = list === undefined ? [] : itemsOf(list);
  const count = counted.exec(content)?.[1];
  return count === undefined || numberWords.indexOf(count) === names.length || Number(count) === names.length ? names : [];
}

/** A son is one of the children; a fourth without a word for it is one of three of whatever they are. */
function isOfKind(kind: string | undefined, of: string, which: string): boolean {
  const isChild = new RegExp(`^(?:${child})$`).test(kind ?? '');
  if (kind === undefined) return ordinals.includes(which);
  if (/^(?:kids|children)$/.test(of)) return isChild;
  return of === kind || of === `${kind}s`;
}
