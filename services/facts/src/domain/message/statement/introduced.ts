import { animalWords, beingWords, clientWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { isName } from './names.ts';
import type { Statement } from './of-the-user.ts';

const being = `(?:${beingWords}|${animalWords}|${clientWords}|girl|boy|man|woman)`;
const things =
  '(?:boat|car|van|bike|shop|workshop|café|cafe|restaurant|bakery|company|business|band|farm|cottage|blog|podcast|startup)';
const modifiers = '(?:(?!(?:of|an?|the|with|for|from|in|at|on|to|their)\\b)[\\p{Ll}-]+ ){0,3}?';
const behind = '(?=$|,| (?:who|which|that|called|named|of theirs|in|at|from|now|too|since|last|on)\\b)';
/** "The user has a grey cat": one, and nothing else beside it. A thing ends the statement. */
const having = new CuedPattern(
  / (?:has|got|adopted|bought) /,
  `^(The user(?:['’]s (?:[\\p{Ll}-]+ ){0,2}?${beingWords}(?: \\p{Lu}[\\p{L}'’-]+)?)?) (?:also |now |just )?(?:has (?:adopted |bought )?|got |adopted |bought )(?:an?|one|another|their own|(?<=got )(?:the|their)) (?!.*\\band (?:an?|one|another|two|three|their|the)\\b)${modifiers}(?:(${being})${behind}|([\\p{Ll}-]+)(?=$| (?:now|too)$))`,
  'u',
);
const nameOf = `(\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?)(?=$|,| (?:and|but|because|since|after|for|who)\\b)`;
const ofBeing = new RegExp(
  `^(?:(?:[Ss]?[Hh]e)(?:'s| is) (?:called|named)|[Ss]?[Hh]e (?:answers to|goes by)(?: the name of)?|(?:[Hh]is|[Hh]er) name(?:'s| is)|(?:[Ww]e|[Ii])(?:'ve| have)? (?:call|called|named) (?:him|her)) ${nameOf}`,
  'u',
);
const ofAnything = new RegExp(
  `^(?:[Ii]t(?:'s| is) (?:called|named)|[Ii]ts name(?:'s| is)|(?:[Ww]e|[Ii])(?:'ve| have)? (?:call|called|named) it) ${nameOf}`,
  'u',
);
/** "We named the puppy Waffles", "we've renamed our boat Marlin". */
const given = new CuedPattern(
  / (?:named|renamed|christened) /,
  `^(?:[Ww]e|[Ii])(?:'ve| have)? (?:just |finally |recently )?(?:named|renamed|christened) (?:the|our|my) ((?:[\\p{Ll}-]+ ){0,2}?(?:${being}|${things}))(?: to)? ${nameOf}$`,
  'u',
);

/** Whom or what a statement introduces, for the sentence behind it. */
export interface Introduced {
  /** "The user's cat". */
  readonly whose: string;
  /** "She" or "he" means it. */
  readonly isBeing: boolean;
  /** It is the user's own. */
  readonly isOfUser: boolean;
}

/** What "The user has a grey cat" introduces; `null`: nothing, or more than one. */
export function introducedIn(text: string): Introduced | null {
  const [, owner, who, what = who] = having.exec(text) ?? [];
  if (owner === undefined || what === undefined) return null;
  return { whose: `${owner}'s ${what}`, isBeing: who !== undefined, isOfUser: owner === 'The user' };
}

/** "He's called Biscuit" names the one that the sentence before introduced, "we named the puppy Waffles" the one that it speaks of. */
export function named(clause: string, introduced: Introduced | null): Statement | null {
  const [, what = '', own = ''] = given.exec(clause) ?? [];
  if (isName(own)) return { text: `The user's ${what} is named ${own}`, subject: `The user's ${what}` };
  if (introduced === null) return null;
  const name = (introduced.isBeing ? ofBeing.exec(clause)?.[1] : undefined) ?? ofAnything.exec(clause)?.[1] ?? '';
  return isName(name) ? { text: `${introduced.whose} is named ${name}`, subject: introduced.whose } : null;
}
