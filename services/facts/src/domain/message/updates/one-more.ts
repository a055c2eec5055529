import { animalWords } from '../../statements/beings.ts';
import { itemsOf, listOf, numberWords } from '../item-list.ts';

const name = "\\p{Lu}[\\p{L}'’-]+";
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];
const child = 'kids?|child|children|sons?|daughters?|baby|babies|boys?|girls?';
/** "We had a fourth, Mia", "we got another cat called Pip", "our third, Leo, was born in May": which one, of what kind, and its name. */
const more = new RegExp(
  `^(?:(?:[Ii]|[Ww]e)(?:['’]ve| have)? (?:just |recently |now )?(had|got|welcomed|adopted|bought|have|took in|taken in) (?:an? |our |my )?|(?:[Oo]ur|[Mm]y) (?=[^.]* (?:was born|arrived|came)))(another|new|${ordinals.slice(1).join('|')})(?: (${child}|${animalWords}|one))?(?:,| called| named)? (${name})(?=$|[,.!]| (?:was|is|in|on|last|this|yesterday|today)\\b)`,
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

/** "The user has a daughter, Ida", and what was said of her since: "and a second child, Bo". */
const single = new RegExp(
  `^The user(?: has an? (${child}|${animalWords})(?:,| named| called)|['’]s (${child}|${animalWords}) is named) (${name})((?:,(?: and)? a (?:${ordinals.slice(1).join('|')}) child, ${name})*)$`,
  'u',
);

/** A fact that names each of some, with one more whom a clause names. `null`: the clause names none, or one of another kind. */
export function oneMore(content: string, clause: string): string | null {
  const [, verb = '', which = '', kind, own = ''] =
    more.exec(clause)?.map((group) => (group === 'one' ? undefined : group)) ?? [];
  if (single.test(content)) return besideOne(content, { verb, which, kind, own });
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

/** What a clause says of one more: what the user did, which one it is, of what kind, and its name. */
interface OneMore {
  readonly verb: string;
  readonly which: string;
  readonly kind: string | undefined;
  readonly own: string;
}

/** A fact of one child or animal with a second beside it: both by their kind where it is the same, else each with what is said of it. */
function besideOne(content: string, { verb, which, kind, own }: OneMore): string | null {
  const [, has, is, first = '', others = ''] = single.exec(content) ?? [];
  const of = has ?? is ?? '';
  const count = others.split(' child, ').length;
  const isNext = which === 'another' || which === 'new' || ordinals.indexOf(which) === count;
  if (own === '' || content.includes(` ${own}`) || !isNext) return null;
  const isChild = new RegExp(`^(?:${child})$`).test(of);
  const isOfVerb = isChild
    ? /^(?:|had|have|welcomed|adopted)$/.test(verb)
    : /^(?:got|have|adopted|bought|took in|taken in)$/.test(verb);
  const isSame =
    kind === of || (kind === undefined && ordinals.includes(which) && isOfVerb && !/^(?:son|daughter|boy|girl)$/.test(of));
  if (isSame && others === '') return `The user has two ${pluralOf(of)}, ${first} and ${own}`;
  const isNextChild = isChild && ordinals.includes(which) && (kind === undefined ? isOfVerb : /^(?:child|kid|baby)$/.test(kind));
  return isNextChild ? `The user has a ${of}, ${first}${others.replace(', and ', ', ')}, and a ${which} child, ${own}` : null;
}

function pluralOf(one: string): string {
  return one === 'child' ? 'children' : /(?:fish|sheep|[^s]s)$/.test(one) ? one : `${one.replace(/y$/, 'ie')}s`;
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
