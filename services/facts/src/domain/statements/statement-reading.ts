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

/** A statement without what somebody is to the user, where it names them. */
export function byName(text: string): string {
  return text.replace(whoElse, '');
}

/** A scope's facts are read again with each fact that is stored near them. 500 such texts and their words are at most 4 MB. */
export const lately = { texts: 500, characters: 1_000 };

/** Reads a statement, English. */
export const readStatement: (text: string) => Reading = rememberLately(newReading, lately);

function newReading(text: string): Reading {
  const words = statementWords(byName(text)).map((word) => (word === 'are' ? 'is' : word));
  const core: string[] = [];
  let denials = 0;
  let isOpposite = false;
  let isPast = false;
  for (let at = 0; at < words.length; ) {
    const piece = pieceAt(words, at, core.at(-1) ?? '');
    if (piece.word !== null) core.push(piece.word);
    denials += piece.isDenial ? 1 : 0;
    isOpposite ||= piece.isDenial && piece.word !== null;
    isPast ||= piece.isPast;
    at += piece.length;
  }
  const single = denials === 0 ? 'holds' : denials === 1 ? 'denied' : null;
  return { words, core, polarity: isPast ? (denials === 0 ? 'past' : null) : single, isOpposite };
}

/** The words of a statement from one of them on. */
interface Piece {
  /** How many words it has. */
  readonly length: number;
  /** What of it is of the core; `null`: nothing. */
  readonly word: string | null;
  /** It denies: what the core says, or by the opposite of its own word. */
  readonly isDenial: boolean;
  readonly isPast: boolean;
}

/** @param before the last word of the core so far. */
function pieceAt(words: readonly string[], at: number, before: string): Piece {
  const [word = '', next = '', after = ''] = words.slice(at, at + 3);
  const denial = { length: 1, word: null, isDenial: true, isPast: false };
  if ((word === 'do' && next === 'not') || (word === 'no' && next === 'longer')) return { ...denial, length: 2 };
  if (word === 'not' || word === 'never' || word === 'neither') return denial;
  if (word === 'no' && negatable.has(before)) return denial;
  if (before === 'is') {
    const opposite = opposites.get(word) ?? (denying.test(word) ? word.replace(denying, '') : null);
    if (opposite !== null) return { ...denial, word: opposite };
    if (word === 'non' && next !== '') return denial;
  }
  const plain = { ...denial, isDenial: false };
  if (word === 'used' && next === 'to' && at > 0 && after !== '') return { ...plain, length: 2, isPast: true };
  if (word === 'anymore') return plain;
  return { ...plain, word: word === 'nor' ? 'or' : word };
}
