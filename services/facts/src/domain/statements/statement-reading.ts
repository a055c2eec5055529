import { rememberLately } from '@agent-mem/contract';
import { ownWords } from './beings.ts';
import { statementWords } from './statement-words.ts';

/** A statement with what it denies taken apart from what it speaks of. */
export interface Reading {
  /** All its words. */
  readonly words: readonly string[];
  /** Its words without those that deny, or say that it is past. */
  readonly core: readonly string[];
  /** `null`: it denies more than once, or not as a whole. */
  readonly polarity: 'holds' | 'denied' | 'past' | null;
  /** It denies by the opposite of what it denies: "is closed" says what it says of "closed". */
  readonly isOpposite: boolean;
}

/** "Is closed" denies "is open". */
const opposites: ReadonlyMap<string, string> = new Map([
  ['closed', 'open'],
  ['disabled', 'enabled'],
  ['forbidden', 'allowed'],
  ['absent', 'present'],
  ['dead', 'alive'],
  ['empty', 'full'],
  ['false', 'true'],
  ['wrong', 'right'],
  ['offline', 'online'],
  ['private', 'public'],
  ['optional', 'required'],
  ['noisy', 'quiet'],
  ['expensive', 'cheap'],
  ['dirty', 'clean'],
  ['dangerous', 'safe'],
  ['impossible', 'possible'],
  ['illegal', 'legal'],
  ['invalid', 'valid'],
  ['inactive', 'active'],
  ['incomplete', 'complete'],
  ['intolerant', 'tolerant'],
  ['incompatible', 'compatible'],
]);

/** "Has no lift", "speaks no French". */
const negatable = new Set('have is speak eat drink take need own use want allow include offer'.split(' '));

/** "Unpaid" denies "paid"; "unique" denies nothing. */
const denying = /^(?:un(?!i[qtvfo]|til|der|anim)|non)(?=\p{L}{4})/u;

/** "The user's wife Leila is a vet" and "Leila is no longer a vet" are of one person: a name behind what somebody is says it alone. */
const whoElse = new RegExp(`^The user['’]s (?:[\\p{Ll}-]+ )?(?:${ownWords}) (?=\\p{Lu}[\\p{L}'’-]+ \\p{Ll})`, 'u');

/** A scope's facts are read again with each fact that is stored near them. 500 such texts and their words are at most 4 MB. */
export const lately = { texts: 500, characters: 1_000 };

/** Reads a statement, English. */
export const readStatement: (text: string) => Reading = rememberLately(newReading, lately);

function newReading(text: string): Reading {
  const words = statementWords(text.replace(whoElse, '')).map((word) => (word === 'are' ? 'is' : word));
  const core: string[] = [];
  let denials = 0;
  let isOpposite = false;
  let isPast = false;
  for (let index = 0; index < words.length; index += 1) {
    const [word = '', next = '', after = ''] = words.slice(index, index + 3);
    if (word === 'do' && next === 'not') {
      denials += 1;
      index += 1;
    } else if (word === 'no' && next === 'longer') {
      denials += 1;
      index += 1;
    } else if (word === 'not' || word === 'never' || word === 'neither' || (word === 'no' && negatable.has(core.at(-1) ?? ''))) {
      denials += 1;
    } else if (opposites.has(word) && core.at(-1) === 'is') {
      denials += 1;
      isOpposite = true;
      core.push(opposites.get(word) ?? word);
    } else if (denying.test(word) && core.at(-1) === 'is') {
      denials += 1;
      isOpposite = true;
      core.push(word.replace(denying, ''));
    } else if (word === 'non' && core.at(-1) === 'is' && next !== '') {
      denials += 1;
    } else if (word === 'used' && next === 'to' && index > 0 && after !== '') {
      isPast = true;
      index += 1;
    } else if (word !== 'anymore') {
      core.push(word === 'nor' ? 'or' : word);
    }
  }
  const single = denials === 0 ? 'holds' : denials === 1 ? 'denied' : null;
  return { words, core, polarity: isPast ? (denials === 0 ? 'past' : null) : single, isOpposite };
}
